/// The totals of the viewers of a process since its start, as they are published. Counters do not decrease.
package struct ViewerTotals: Sendable {
    // It has more than 20 stored properties with those of its parts: one for each metric.

    /// The bounds of ``startup`` in seconds.
    package static let startupBounds = [0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1, 1.5, 2, 3, 5, 8, 10, 20, 30, 60]
    /// The bounds of ``latency`` in seconds.
    package static let latencyBounds = [0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60, 120]

    /// The present number of viewers by state: `starting`, `playing`, `stalled`.
    package var viewers: [String: Int] = [:]
    /// The number of viewers that have arrived.
    package var arrived = 0
    /// The number of viewers whose playback failed.
    package var failed = 0
    /// The times from the intent to play to the first picture, in seconds, with ``startupBounds``.
    package var startup = HistogramValue(bounds: startupBounds)
    /// The time in which playheads moved, in seconds.
    package var playedTime = 0.0
    /// The number of stalls.
    package var stalls = 0
    /// The duration of ended stalls, in seconds.
    package var stalledTime = 0.0
    /// The failures by code: of requests, whether or not a retry succeeded, and of playback.
    package var errors: [String: Int] = [:]
    /// The number of requests.
    package var requests = 0
    /// The number of received bytes.
    package var bytes: Int64 = 0
    /// The latencies of live streams in seconds, with ``latencyBounds``.
    package var latency = HistogramValue(bounds: latencyBounds)
    /// The 99th percentile of the lateness of the playbacks' turns, in seconds.
    package var clockLateness = 0.0
    /// The 99th percentile of the lateness of the threads where the answers to requests are handled, in seconds.
    package var requestLateness = 0.0
    /// Whether one of them is later than tolerated, so that the figures are not those of the origin.
    package var areClocksLate = false

    /// Creates totals of nothing.
    package init() {}
}
