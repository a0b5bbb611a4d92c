/// What a playback learnt of the network, for the next one to start with. Small, and safe to store.
public struct ThroughputMemory: Sendable, Hashable, Codable {
    /// The mean of the natural logarithm of the throughput in bits a second.
    public var logMean: Double
    /// The standard deviation of the logarithm between segments.
    public var spread: Double
    /// Seconds from a request to its first byte.
    public var latency: Double

    /// A memory.
    public init(logMean: Double, spread: Double, latency: Double) {
        self.logMean = logMean
        self.spread = spread
        self.latency = latency
    }
}
