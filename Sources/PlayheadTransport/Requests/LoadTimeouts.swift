/// The timeouts of a transfer, in seconds.
public struct LoadTimeouts: Sendable, Hashable {
    /// The timeout from the request to the head of the final response, including name lookup, connecting and redirects.
    public var head: Double
    /// The timeout without a byte of the body while the reader waits. Time without a waiting reader does not count.
    public var progress: Double

    /// Creates timeouts.
    /// - Parameters:
    ///   - head: The timeout for the head in seconds, above 0; 10 by default.
    ///   - progress: The timeout for progress in seconds, above 0; 10 by default.
    public init(head: Double = 10, progress: Double = 10) {
        self.head = head
        self.progress = progress
    }
}
