/// The network measurements of a playback, for the next one to start with. Small, and safe to store.
public struct ThroughputMemory: Sendable, Hashable, Codable {
    /// The mean of the natural logarithm of the throughput in bits per second.
    public var logMean: Double
    /// The standard deviation of the logarithm between segments.
    public var spread: Double
    /// The time from a request to its first byte, in seconds.
    public var latency: Double

    /// Makes a memory.
    public init(logMean: Double, spread: Double, latency: Double) {
        self.logMean = logMean
        self.spread = spread
        self.latency = latency
    }
}
