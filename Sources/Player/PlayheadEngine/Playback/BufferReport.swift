import PlayheadCore

/// The throttle for reports of what is loaded: at most four per second, and only changes.
struct BufferReport: Sendable, Hashable {
    /// The result of a check.
    enum Result: Sendable, Hashable {
        /// The range has to be reported.
        case report(TimeRange)
        /// A report is too early; check again at this monotonic time (seconds).
        case later(Double)
        /// Nothing changed.
        case nothing
    }

    private var last: TimeRange?
    private var next = -Double.infinity

    /// Checks what is loaded at `now` (seconds).
    mutating func look(at loaded: TimeRange, duration: Double, now: Double) -> Result {
        let range = TimeRange(start: max(0, loaded.start), end: min(loaded.end, duration))
        guard range != last else { return .nothing }
        guard now >= next else { return .later(next) }
        let interval = 0.25
        next = now + interval
        last = range
        return .report(range)
    }

    /// Allows the next change to be reported immediately.
    mutating func expedite() { next = -.infinity }
}
