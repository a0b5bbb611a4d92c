/// The progress of the transfer of a segment.
public struct TransferProgress: Sendable, Equatable {
    /// The fetched rung.
    public var rung: Int
    /// The number of bytes received so far.
    public var bytesReceived: Int
    /// The total number of bytes, if known.
    public var bytesExpected: Int?
    /// The time since the request was sent, in seconds.
    public var elapsed: Double
    /// The time from the request to the first byte, in seconds; `nil` before the first byte.
    public var timeToFirstByte: Double?

    /// Makes a report.
    public init(rung: Int, bytesReceived: Int, bytesExpected: Int? = nil, elapsed: Double, timeToFirstByte: Double? = nil) {
        self.rung = rung
        self.bytesReceived = bytesReceived
        self.bytesExpected = bytesExpected
        self.elapsed = elapsed
        self.timeToFirstByte = timeToFirstByte
    }
}

/// The decision about a running transfer.
public enum TransferVerdict: Sendable, Equatable {
    /// Continues the transfer.
    case goOn
    /// Cancels the transfer, and fetches the segment on this lower rung.
    case abandon(rung: Int)
}
