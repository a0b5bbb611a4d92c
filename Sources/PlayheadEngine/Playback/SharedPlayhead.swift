/// The playhead as other threads read it, between two reports of progress as well.
struct SharedPlayhead: Sendable {
    /// The playhead when the engine looked last.
    var position = 0.0
    /// The clock that moves it.
    var clock = MediaClock()
    /// Whether it moves by the clock.
    var isMoving = false { didSet { if isMoving != oldValue { lastRead = -.infinity } } }
    /// Where it stands at the latest.
    var limit = Double.infinity
    /// The latest time that was read while it moves: the engine does not go back behind it.
    private(set) var lastRead = -Double.infinity

    /// The playhead at monotonic time `now`, in seconds.
    /// - Parameter fence: Where it stands if it is not there yet.
    mutating func read(at now: Double, fence: Double?) -> Double {
        guard isMoving else { return position }
        let next = fence.map { $0 > position ? $0 : .infinity } ?? .infinity
        lastRead = max(lastRead, position, min(clock.time(at: now), limit, next))
        return lastRead
    }
}
