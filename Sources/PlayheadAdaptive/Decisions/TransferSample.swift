/// A transfer that ended: what the network did.
public struct TransferSample: Sendable, Equatable {
    /// Bytes that came.
    public var bytes: Int
    /// Seconds from the request to the last byte.
    public var elapsed: Double
    /// Seconds from the request to the first byte, part of `elapsed`.
    public var timeToFirstByte: Double
    /// When it ended, in monotonic seconds from any start.
    public var endTime: Double
    /// Whether all of it came; false if it was abandoned or broke off.
    public var isComplete: Bool

    /// A sample.
    public init(bytes: Int, elapsed: Double, timeToFirstByte: Double, endTime: Double, isComplete: Bool = true) {
        self.bytes = bytes
        self.elapsed = elapsed
        self.timeToFirstByte = timeToFirstByte
        self.endTime = endTime
        self.isComplete = isComplete
    }
}
