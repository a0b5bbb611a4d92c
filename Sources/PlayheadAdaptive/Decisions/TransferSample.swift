/// A measurement of a finished transfer.
public struct TransferSample: Sendable, Equatable {
    /// The number of received bytes.
    public var bytes: Int
    /// The time from the request to the last byte, in seconds.
    public var elapsed: Double
    /// The time from the request to the first byte, in seconds; part of `elapsed`.
    public var timeToFirstByte: Double
    /// The end of the transfer, in monotonic seconds with an arbitrary origin.
    public var endTime: Double
    /// Whether the transfer completed; false if it was abandoned or interrupted.
    public var isComplete: Bool

    /// Makes a sample.
    public init(bytes: Int, elapsed: Double, timeToFirstByte: Double, endTime: Double, isComplete: Bool = true) {
        self.bytes = bytes
        self.elapsed = elapsed
        self.timeToFirstByte = timeToFirstByte
        self.endTime = endTime
        self.isComplete = isComplete
    }
}
