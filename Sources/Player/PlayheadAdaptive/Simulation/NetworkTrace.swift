/// A recorded network: its bandwidth over time, repeated at the end. Decodes from sabre's form of JSON.
package struct NetworkTrace: Sendable, Equatable {
    /// A period with constant bandwidth and latency.
    package struct Period: Sendable, Equatable {
        /// The duration in seconds.
        package let duration: Double
        /// The bandwidth in bits per second.
        package let bandwidth: Double
        /// The time from a request to its first byte, in seconds.
        package let latency: Double

        /// Makes a period.
        package init(duration: Double, bandwidth: Double, latency: Double) {
            self.duration = duration
            self.bandwidth = bandwidth
            self.latency = latency
        }
    }

    /// The periods in order.
    package let periods: [Period]

    /// Makes a network; throws if a number is negative or not finite, or if the bandwidth is always 0.
    package init(periods: [Period]) throws(SimulationError) {
        let isSensible = { (value: Double) in value >= 0 && value < 1e15 }
        guard periods.allSatisfy({ isSensible($0.duration) && isSensible($0.bandwidth) && isSensible($0.latency) }) else {
            throw .badTrace("a number is negative or not finite")
        }
        let used = periods.filter { $0.duration > 0 }
        guard used.contains(where: { $0.bandwidth > 0 }) else { throw .badTrace("its bandwidth is always 0") }
        self.periods = used
    }
}

extension NetworkTrace: Decodable {
    private struct Entry: Decodable {
        let duration_ms: Double
        let bandwidth_kbps: Double
        let latency_ms: Double
    }

    /// Decodes and validates a network.
    package init(from decoder: any Decoder) throws {
        let entries = try decoder.singleValueContainer().decode([Entry].self)
        try self.init(
            periods: entries.map {
                Period(duration: $0.duration_ms / 1000, bandwidth: $0.bandwidth_kbps * 1000, latency: $0.latency_ms / 1000)
            })
    }
}
