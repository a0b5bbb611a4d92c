/// What a loader has moved since it was made.
public struct TransferCounters: Sendable, Hashable {
    /// Requests sent, each redirect counted; files opened.
    public var requests: Int
    /// Bytes of bodies received, after unpacking.
    public var bytes: Int64

    /// Makes counters.
    public init(requests: Int = 0, bytes: Int64 = 0) {
        self.requests = requests
        self.bytes = bytes
    }
}
