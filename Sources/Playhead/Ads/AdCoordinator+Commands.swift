import PlayheadAds
import PlayheadCore

// Commands that don't reach the content while an ad is shown, and places where the content waits.
extension AdCoordinator {
    /// Takes an input in place of the machine.
    /// - Returns: Whether it did.
    func takes(_ input: MachineInput) -> Bool {
        guard controller != nil, let machine else { return false }
        switch input {
        case .play:
            guard isInBreak else {
                playAfterSeek(machine)
                return false
            }
            handle(.play)
            // A break that began while the viewer had paused: playing is wanted again.
            return machine.intendsToPlay
        case .pause(let reason):
            guard isInBreak else { return false }
            handle(.pause(reason))
            return true
        case .seek(let id, let target, let precision): return takesSeek(id, target, precision, machine)
        case .seekToLiveEdge(let id):
            guard isInBreak else { return false }
            keep(id, machine.timeline.kind == .dvr ? 0 : .infinity, at: .infinity, .exact)
            return true
        // To the beginning of the first item, which is a seek.
        case .previous: return isInBreak && machine.currentIndex == 0
        default: return false
        }
    }

    private func takesSeek(_ id: Int, _ target: Double, _ precision: SeekPrecision, _ machine: PlaybackMachine) -> Bool {
        guard !target.isNaN, machine.isOpen else { return false }
        // Live without DVR can't be sought in.
        let isLive = machine.timeline.kind == .live
        let place = place(of: target, machine)
        if isInBreak {
            keep(id, target, at: place, precision)
            if !isLive { handle(.contentSeek(from: lastPlayhead, to: place)) }
            return true
        }
        guard hasStarted, !isLive, !isHolding else { return false }
        guard machine.intendsToPlay || machine.state == .ended else {
            pausedSeekFrom = pausedSeekFrom ?? machine.timeline.playhead
            return false
        }
        keep(id, target, at: place, precision)
        let from = machine.timeline.playhead
        lastPlayhead = place
        // Answered at once where no break is in between.
        handle(.contentSeek(from: from, to: place))
        return true
    }

    private func keep(_ id: Int, _ target: Double, at place: Double, _ precision: SeekPrecision) {
        if let before = keptSeek { player?.endSeek(before.id) }
        keptSeek = (id, target, place, precision)
    }

    /// Where a position that is sought is on the playback's timeline.
    private func place(of position: Double, _ machine: PlaybackMachine) -> Double {
        let timeline = machine.timeline
        guard timeline.kind == .onDemand else {
            return timeline.playbackTime(at: min(max(position, timeline.seekableRange.start), timeline.seekableRange.end))
        }
        return min(max(0, position), max(0, machine.duration))
    }

    /// Breaks that a seek passed over while the content was paused.
    private func playAfterSeek(_ machine: PlaybackMachine) {
        guard let from = pausedSeekFrom else { return }
        pausedSeekFrom = nil
        lastPlayhead = place(of: machine.seekTarget ?? machine.position, machine)
        handle(.contentSeek(from: from, to: lastPlayhead))
    }

    /// A checkpoint comes back.
    /// - Returns: Whether it waits for a break.
    func holds(_ checkpoint: MachineCheckpoint) -> Bool {
        guard let machine else { return false }
        if case .beforePlay(machine.playback) = checkpoint, machine.intendsToPlay, machine.isOpen, !isInBreak, !isHolding {
            hasPassedStart = true
            forgetFence()
            takeInterstitials()
        }
        guard controller != nil else { return false }
        switch checkpoint {
        case .beforePlay(machine.playback):
            guard machine.intendsToPlay, machine.isOpen, !isInBreak, !isHolding else { return false }
            hasStarted = true
            let timeline = machine.timeline
            let place = timeline.kind == .onDemand ? machine.seekTarget ?? timeline.playhead : timeline.playhead
            lastPlayhead = place
            let isBeginning = timeline.kind != .onDemand || place <= timeline.seekableRange.start
            handle(.contentWillStart(at: place, isBeginning: isBeginning))
            // The machine waits by itself while the content is held.
            return false
        case .beforeComplete(machine.playback):
            guard machine.isAtEnd, heldEnd == nil else { return false }
            lastPlayhead = machine.timeline.playhead
            heldEnd = checkpoint
            handle(.contentEnded)
            // Where there is nothing to show it was given back already.
            return true
        default: return false
        }
    }
}
