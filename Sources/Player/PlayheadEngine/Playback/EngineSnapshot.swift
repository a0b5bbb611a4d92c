/// The facts of an engine that any thread reads, behind one lock.
struct EngineSnapshot: Sendable {
    /// The number of commands that were sent but not performed yet.
    var pendingCommands = 0
    /// The description of the media, once it is open.
    var found: MediaProbe.Result?
    /// The source, once it is open.
    var source: (any MediaSource)?
    /// The playhead.
    var playhead = SharedPlayhead()
    /// The statistics so far.
    var statistics = EngineStatistics()
}

/// The playhead as other threads read it, also between two progress reports.
struct SharedPlayhead: Sendable {
    /// The playhead at the last iteration of the loop.
    var position = 0.0
    /// The clock that moves the playhead.
    var clock = MediaClock()
    /// Whether the clock moves the playhead.
    var isMoving = false { didSet { if isMoving != oldValue { lastRead = -.infinity } } }
    /// The position that the playhead does not pass.
    var limit = Double.infinity
    /// The position at which playback stops until a decision is made.
    var fence: Double?
    /// The latest time that was read while the playhead moves: the engine does not go back behind this time.
    private(set) var lastRead = -Double.infinity

    /// Returns the playhead at monotonic time `now`, in seconds. The playhead stops at the fence if it is still before this position.
    mutating func read(at now: Double) -> Double {
        guard isMoving else { return position }
        let next = fence.map { $0 > position ? $0 : .infinity } ?? .infinity
        lastRead = max(lastRead, position, min(clock.time(at: now), limit, next))
        return lastRead
    }
}
