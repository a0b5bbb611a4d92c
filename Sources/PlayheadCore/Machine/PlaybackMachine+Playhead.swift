// The playhead between two progress reports: each event tells where it is at its moment.
extension PlaybackMachine {
    /// Whether the engine moves the playhead by playing, as far as the machine has heard.
    private var isPlayheadMoving: Bool {
        guard pendingSeek == nil, !isEnding, !engineIsAtEnd else { return false }
        return state == .playing && engineRuns || state == .pausing
    }

    /// Brings the playhead to where the engine's is.
    mutating func follow(_ playhead: Double, before input: MachineInput) {
        // The engine stands at the end already, and says so next: onTime at the end is told once.
        if case .engine(_, .progress) = input, timeline.kind == .onDemand, playhead >= timeline.length { return }
        guard advance(to: playhead) else { return }
        readPlayhead = timeline.playhead
    }

    /// Where an engine is by now that has started at `start`, unless it is at the end already.
    func reached(from start: Double) -> Double {
        guard let enginePlayhead, enginePlayhead > start, enginePlayhead < timeline.length else { return start }
        return enginePlayhead
    }

    /// Brings the playhead to a time that it has come to by playing, at the latest.
    /// - Returns: Whether it moves.
    @discardableResult
    mutating func advance(to time: Double) -> Bool {
        guard time.isFinite, isPlayheadMoving else { return false }
        let end = timeline.kind == .onDemand ? timeline.length : .infinity
        timeline.playhead = max(timeline.playhead, min(time, end))
        return true
    }
}
