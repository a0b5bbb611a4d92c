import Foundation

/// The network measurements of a playback, for the next one to start with. Small, and safe to store.
public struct ThroughputMemory: Sendable, Hashable, Codable {
    /// The mean of the natural logarithm of the throughput in bits per second.
    public var logMean: Double
    /// The standard deviation of the logarithm between segments.
    public var spread: Double
    /// The time from a request to its first byte, in seconds.
    public var latency: Double
    /// The time of the last measurement; `nil`, the default, if it is unknown, which counts as now.
    public var measuredAt: Date?
    /// The network that was measured, as `NetworkConditions.identifier` identifies it; `nil`, the default, for any network.
    public var network: String?
    /// The weight of the measurements in comparison with new ones, 0 to 1.
    package var trust = 1.0

    private enum CodingKeys: CodingKey {
        case logMean, spread, latency, measuredAt, network
    }

    /// Makes a memory.
    public init(logMean: Double, spread: Double, latency: Double, measuredAt: Date? = nil, network: String? = nil) {
        self.logMean = logMean
        self.spread = spread
        self.latency = latency
        self.measuredAt = measuredAt
        self.network = network
    }

    /// The age in seconds after which a memory is worth nothing.
    private static let longestAge = 14_400.0
    /// The age in seconds at which a memory has half of its weight.
    private static let halfLife = 3600.0

    /// Returns what the memory is worth at `date` on `network`: the same with a weight that decreases with the age, by half in an hour. `nil`
    /// if it is of another network or older than four hours: a playback then starts as on an unknown network. A date in the future, after a
    /// change of the system's clock, counts as now.
    package func usable(at date: Date, on network: String?) -> ThroughputMemory? {
        if let own = self.network, let network, own != network { return nil }
        guard let measuredAt else { return self }
        let age = max(0, date.timeIntervalSince(measuredAt))
        guard age <= Self.longestAge else { return nil }
        var result = self
        result.trust = exp2(-age / Self.halfLife)
        return result
    }
}
