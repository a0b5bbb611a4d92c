/// The totals of a loader since its creation.
public struct TransferCounters: Sendable, Hashable {
    /// The number of requests, including redirects and opened files.
    public var requests: Int
    /// The number of received bytes of bodies, after decompression.
    public var bytes: Int64

    /// Creates counters.
    public init(requests: Int = 0, bytes: Int64 = 0) {
        self.requests = requests
        self.bytes = bytes
    }
}
