/// A measurement of a finished transfer.
package struct TransferSample: Sendable, Equatable {
    /// The number of received bytes.
    package var bytes: Int
    /// The time from the request to the last byte, in seconds.
    package var elapsed: Double
    /// The time from the request to the first byte, in seconds; part of `elapsed`.
    package var timeToFirstByte: Double
    /// The end of the transfer, in monotonic seconds with an arbitrary origin.
    package var endTime: Double
    /// Whether the transfer completed; false if it was abandoned or interrupted.
    package var isComplete: Bool

    /// Makes a sample.
    package init(bytes: Int, elapsed: Double, timeToFirstByte: Double, endTime: Double, isComplete: Bool = true) {
        self.bytes = bytes
        self.elapsed = elapsed
        self.timeToFirstByte = timeToFirstByte
        self.endTime = endTime
        self.isComplete = isComplete
    }
}
