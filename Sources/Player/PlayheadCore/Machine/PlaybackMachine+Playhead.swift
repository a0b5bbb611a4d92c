// The playhead between two progress reports: each event contains the playhead at its own time.
extension PlaybackMachine {
    /// Whether the engine moves the playhead by playing, according to its reports; not while it stops for an ad.
    private var isPlayheadMoving: Bool {
        guard !isHeld, pending.seek == nil, !content.isEnding, !engine.isAtEnd else { return false }
        return state == .playing && engine.isRunning || state == .pausing
    }

    /// Updates the playhead from the engine's.
    mutating func follow(_ playhead: Double, before input: MachineInput) {
        // The engine is at the end and reports so next: onTime at the end is emitted once.
        if case .engine(_, .progress) = input, timeline.kind == .onDemand, playhead >= timeline.length { return }
        guard advance(to: playhead) else { return }
        engine.readPlayhead = timeline.playhead
    }

    /// Returns the current playhead of an engine that started at `start`, unless it is already at the end.
    func reached(from start: Double) -> Double {
        guard let playhead = engine.playhead, playhead > start, playhead < timeline.length else { return start }
        return playhead
    }

    /// Advances the playhead to a time that playback has reached.
    /// - Returns: Whether the playhead moves.
    @discardableResult
    mutating func advance(to time: Double) -> Bool {
        guard time.isFinite, isPlayheadMoving else { return false }
        let end = timeline.kind == .onDemand ? timeline.length : .infinity
        timeline.playhead = max(timeline.playhead, min(time, end))
        return true
    }
}
