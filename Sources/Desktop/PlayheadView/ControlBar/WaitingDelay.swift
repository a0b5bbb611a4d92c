/// Decides when waiting for data is shown: a pure value that gets the time with each event. Short waits, such as those after a seek in
/// loaded data, are not shown.
package struct WaitingDelay: Sendable, Equatable {
    /// The time of waiting after which it is shown, in seconds.
    package static let delay = 0.4

    private var since: Double?

    /// Creates a value that does not wait.
    package init() {}

    /// Handles the start or end of waiting; each start counts from its first report.
    package mutating func setWaiting(_ isWaiting: Bool, at now: Double) { since = isWaiting ? since ?? now : nil }

    /// Whether waiting is shown at a time.
    package func isShown(at now: Double) -> Bool { since.map { now >= $0 + Self.delay } ?? false }

    /// The time of the next change; `nil` if only an event can change the result.
    package func nextChange(after now: Double) -> Double? { since.flatMap { $0 + Self.delay > now ? $0 + Self.delay : nil } }
}
