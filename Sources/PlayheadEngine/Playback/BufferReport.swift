import PlayheadCore

/// The reports of what is loaded: at most four a second, and only of changes.
struct BufferReport: Sendable, Hashable {
    /// The result of a look.
    enum Result: Sendable, Hashable {
        /// The range is to be reported.
        case report(TimeRange)
        /// It is too early; look again at this monotonic time (seconds).
        case later(Double)
        /// Nothing changed.
        case nothing
    }

    private var last: TimeRange?
    private var next = -Double.infinity

    /// Looks at what is loaded at `now` (seconds).
    mutating func look(at loaded: TimeRange, duration: Double, now: Double) -> Result {
        let range = TimeRange(start: max(0, loaded.start), end: min(loaded.end, duration))
        guard range != last else { return .nothing }
        guard now >= next else { return .later(next) }
        let interval = 0.25
        next = now + interval
        last = range
        return .report(range)
    }

    /// Lets the next change be reported at once.
    mutating func expedite() { next = -.infinity }
}
