/// How long a transfer may stand still, in seconds.
public struct LoadTimeouts: Sendable, Hashable {
    /// From the request to the head of the final response, name lookup, connecting and redirects included.
    public var head: Double
    /// Without a byte of the body while the reader waits for one. Time in which nobody reads doesn't count.
    public var progress: Double

    /// Sets the limits.
    /// - Parameters:
    ///   - head: Seconds, above 0; 10 by default.
    ///   - progress: Seconds, above 0; 10 by default.
    public init(head: Double = 10, progress: Double = 10) {
        self.head = head
        self.progress = progress
    }
}
