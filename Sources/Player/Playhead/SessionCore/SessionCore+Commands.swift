import PlayheadAds
import PlayheadCore

// Commands that do not reach the content during an ad, and checkpoints at which the content waits for ads.
extension SessionCore {
    /// Handles an input in place of the machine.
    /// - Returns: Whether the machine must not handle it.
    mutating func intercept(_ input: MachineInput) -> Bool {
        if case .proceed(let checkpoint) = input { return holds(checkpoint) }
        // A live playlist may list its first interstitials during a pause.
        if case .play = input, ads.controller == nil, ads.content.hasNewRanges { playAfterLivePause() }
        guard ads.controller != nil else { return false }
        switch input {
        case .play:
            if ads.place == .free { playAfterPause() }
            guard ads.place == .inBreak else { return false }
            // An ad of a break that begins here is not paused, although playback is not intended before the machine has handled the input.
            control(.play)
            // If the break began after a pause, the machine handles the input too, so that playback is intended again.
            return machine.intendsToPlay
        case .pause(let reason):
            guard ads.place == .inBreak else { return false }
            control(.pause(reason))
            return true
        case .engine(machine.playback, .seeked(let id, _)): return reachTarget(of: id, input)
        case .seek(let id, let target, let precision): return interceptSeek(id, target, precision)
        case .seekToLiveEdge(let id):
            guard timeline.kind != .onDemand else { return false }
            return interceptSeek(id, timeline.kind == .dvr ? 0 : .infinity, .exact)
        // At the first item, the input is a seek to its start.
        case .previous where ads.place == .inBreak && machine.currentIndex == 0: return true
        default: return false
        }
    }

    private mutating func interceptSeek(_ id: Int, _ target: Double, _ precision: SeekPrecision) -> Bool {
        let seekPlace = seekPlace
        self.seekPlace = nil
        guard !target.isNaN, machine.isOpen else { return false }
        // A live stream without DVR has no positions to seek to.
        let isLive = timeline.kind == .live
        let seek = ContentAds.KeptSeek(
            id: id, target: target, place: seekPlace ?? place(of: target), kind: timeline.kind, precision: precision)
        if ads.place == .inBreak {
            keepSeek(seek)
            if !isLive { control(.contentSeek(from: ads.lastPlayhead, to: seek.place)) }
            return true
        }
        guard ads.content.hasStarted, !isLive, ads.place == .free else { return false }
        // The content starts again from its end; a break at the target is one at the start.
        guard machine.state != .ended else {
            ads.lastPlayhead = seek.place
            ads.content.pausedSeekFrom = nil
            control(.contentPosition(seek.place))
            return false
        }
        // A seek that is replaced has passed its breaks.
        var from = machine.seekTarget == nil ? timeline.playhead : ads.lastPlayhead
        // Of several seeks in a pause, the one that went back furthest counts.
        from = min(ads.content.pausedSeekFrom ?? from, from)
        guard machine.intendsToPlay else {
            ads.content.pausedSeekFrom = from
            ads.lastPlayhead = seek.place
            return false
        }
        ads.content.pausedSeekFrom = nil
        keepSeek(seek)
        ads.lastPlayhead = seek.place
        // The controller answers at once if no break is in between.
        control(.contentSeek(from: from, to: seek.place))
        return true
    }

    private mutating func keepSeek(_ seek: ContentAds.KeptSeek) {
        if let before = ads.content.keptSeek { append(.seekEnded(before.id)) }
        ads.content.keptSeek = seek
    }

    /// Returns the place of a position on the playback's timeline, within the seekable range.
    func place(of position: Double) -> Double {
        guard timeline.kind == .onDemand else {
            return timeline.playbackTime(at: min(max(position, timeline.seekableRange.start), timeline.seekableRange.end))
        }
        return min(max(0, position), max(0, machine.duration))
    }

    /// Begins the breaks that a seek during the pause has passed, or that a live stream passes because it continues at another place.
    private mutating func playAfterPause() {
        // A seek that is not reached yet reaches its target first: the position does not change in a break.
        guard machine.seekTarget == nil else { return }
        if ads.content.pausedSeekFrom == nil { playAfterLivePause() } else { passBreaks() }
    }

    /// Reports the seeks of the pause to the controller, which answers at once if no break is in between.
    private mutating func passBreaks() {
        guard let from = ads.content.pausedSeekFrom else { return }
        ads.content.pausedSeekFrom = nil
        // After a seek to the end, the content starts again from its beginning.
        guard machine.state != .ended, !machine.isAtEnd else { return }
        ads.lastPlayhead = timeline.playhead
        control(.contentSeek(from: from, to: ads.lastPlayhead))
    }

    private mutating func playAfterLivePause() {
        guard ads.content.hasStarted, machine.state == .paused, let target = machine.liveJumpTarget(at: time.monotonic) else { return }
        if ads.content.hasNewRanges { updateInterstitials() }
        let from = ads.lastPlayhead
        guard ads.place == .free, target - from > Self.maximumReportDistance else { return }
        ads.lastPlayhead = target
        control(.contentSeek(from: from, to: target))
    }

    /// Handles the target that a seek of a pause has reached after playback was requested again: the content is held there until the
    /// controller has answered.
    /// - Returns: Whether the input was passed to the machine.
    private mutating func reachTarget(of id: Int, _ input: MachineInput) -> Bool {
        guard ads.content.pausedSeekFrom != nil, ads.place == .free, machine.intendsToPlay, machine.isReaching(id) else { return false }
        process(.ads(.hold))
        process(input)
        passBreaks()
        return true
    }

    /// Handles a checkpoint that the machine waits for.
    /// - Returns: Whether the checkpoint waits for a break.
    private mutating func holds(_ checkpoint: MachineCheckpoint) -> Bool {
        let mayStart = machine.intendsToPlay && machine.isOpen && ads.place == .free
        switch checkpoint {
        case .beforePlay(machine.playback) where mayStart:
            ads.content.hasStarted = true
            updateInterstitials()
            guard ads.controller != nil, ads.place == .free else { return false }
            let place = timeline.kind == .onDemand ? machine.seekTarget ?? timeline.playhead : timeline.playhead
            ads.lastPlayhead = place
            let isBeginning = timeline.kind != .onDemand || place <= timeline.seekableRange.start
            control(.contentWillStart(at: place, isBeginning: isBeginning))
            // The machine waits by itself while the content is held.
            return false
        case .beforeComplete(machine.playback):
            guard ads.controller != nil, machine.isAtEnd, ads.content.heldEnd == nil else { return false }
            ads.lastPlayhead = timeline.playhead
            ads.content.pausedSeekFrom = nil
            ads.content.heldEnd = checkpoint
            control(.contentEnded)
            // Without a post-roll, the controller has continued from the checkpoint already.
            return true
        default: return false
        }
    }
}
