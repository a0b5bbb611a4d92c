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
            keep(id, machine.timeline.kind == .dvr ? 0 : .infinity, .exact)
            return true
        // To the beginning of the first item, which is a seek.
        case .previous: return isInBreak && machine.currentIndex == 0
        default: return false
        }
    }

    private func takesSeek(_ id: Int, _ target: Double, _ precision: SeekPrecision, _ machine: PlaybackMachine) -> Bool {
        guard !target.isNaN, machine.isOpen else { return false }
        let isOnDemand = machine.timeline.kind == .onDemand
        if isInBreak {
            keep(id, target, precision)
            if isOnDemand { handle(.contentSeek(from: lastPlayhead, to: clamped(target, machine))) }
            return true
        }
        guard hasStarted, isOnDemand, !isHolding else { return false }
        guard machine.intendsToPlay || machine.state == .ended else {
            pausedSeekFrom = pausedSeekFrom ?? machine.timeline.playhead
            return false
        }
        keep(id, target, precision)
        let place = clamped(target, machine)
        let from = machine.timeline.playhead
        lastPlayhead = place
        // Answered at once where no break is in between.
        handle(.contentSeek(from: from, to: place))
        return true
    }

    private func keep(_ id: Int, _ target: Double, _ precision: SeekPrecision) {
        if let before = keptSeek { player?.endSeek(before.id) }
        keptSeek = (id, target, precision)
    }

    func clamped(_ target: Double, _ machine: PlaybackMachine) -> Double { min(max(0, target), max(0, machine.duration)) }

    /// Breaks that a seek passed over while the content was paused.
    private func playAfterSeek(_ machine: PlaybackMachine) {
        guard let from = pausedSeekFrom else { return }
        pausedSeekFrom = nil
        lastPlayhead = clamped(machine.seekTarget ?? machine.position, machine)
        handle(.contentSeek(from: from, to: lastPlayhead))
    }

    /// A checkpoint comes back.
    /// - Returns: Whether it waits for a break.
    func holds(_ checkpoint: MachineCheckpoint) -> Bool {
        guard controller != nil, let machine else { return false }
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
