/// The network profiles of the ACM MMSys 2020 grand challenge on near-second latency.
package enum LiveProfile: String, Sendable, CaseIterable {
    /// Slow changes to throughputs between the rungs.
    case cascade
    /// Slow changes to throughputs at and between the rungs.
    case intraCascade
    /// A sudden decrease and increase.
    case spike
    /// Changes that last much longer than the buffer.
    case slowJitters
    /// Decreases that are shorter than the buffer.
    case fastJitters

    /// The kilobits per second and seconds of each period.
    private var periods: [(Double, Double)] {
        switch self {
        case .cascade: [1200, 800, 400, 800, 1200].map { ($0, 30) }
        case .intraCascade: [1000, 800, 600, 400, 200, 400, 600, 800, 1000].map { ($0, 15) }
        case .spike: [1200, 300, 800].map { ($0, 10) }
        case .slowJitters: [500, 1200, 500, 1200, 500, 1200].map { ($0, 5) }
        case .fastJitters: [(500, 0.25), (1200, 5), (500, 0.1), (1200, 1), (500, 0.25), (1200, 5)]
        }
    }

    /// The duration in seconds.
    package var duration: Double { periods.reduce(0) { $0 + $1.1 } }

    /// Returns the network of the profile after a period of `stable` seconds at 3 Mbit/s, during which playback becomes stable.
    package func network(after stable: Double, latency: Double = 0) throws(SimulationError) -> NetworkTrace {
        try NetworkTrace(
            periods: [NetworkTrace.Period(duration: stable, bandwidth: 3_000_000, latency: latency)]
                + periods.map { NetworkTrace.Period(duration: $0.1, bandwidth: $0.0 * 1000, latency: latency) })
    }
}
