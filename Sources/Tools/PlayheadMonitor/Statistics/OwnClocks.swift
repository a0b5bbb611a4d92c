import PlayheadEngine

/// The lateness of the process's own timers: the judgement whether a machine carries too many viewers.
///
/// The two kinds are judged apart, because many punctual turns of the first would hide that the second is late.
package struct OwnClocks: Sendable, Hashable {
    /// A kind of timer that is late.
    package struct Delay: Sendable, Hashable {
        /// The timers.
        package let clocks: ClockLateness
        /// The lateness that is tolerated, in seconds.
        package let tolerance: Double
        /// The name in texts.
        package let name: String
    }

    /// The turns of the playbacks, which move the playhead and report events.
    package var turns = ClockLateness()
    /// A timer on the threads where the answers to requests are handled.
    package var requests = ClockLateness()

    /// The lateness of turns that is tolerated, in seconds.
    package static let tolerance = 0.05
    /// The lateness of requests that is tolerated, in seconds. The parts of a live stream reach all viewers at the same moment, and some
    /// always wait for others; measured startup times and latencies are longer by at most this time.
    package static let requestTolerance = 0.2

    /// Creates measures without turns.
    package init() {}

    /// The timers that are late; `nil` if all are on time. If some are late, the origin may not be the cause of what viewers saw.
    package var delay: Delay? {
        if turns.isLate(beyond: Self.tolerance) { return Delay(clocks: turns, tolerance: Self.tolerance, name: "timers") }
        guard requests.isLate(beyond: Self.requestTolerance) else { return nil }
        return Delay(clocks: requests, tolerance: Self.requestTolerance, name: "requests")
    }

    /// Whether the machine is too slow for its viewers.
    package var isLate: Bool { delay != nil }
}
