/// How far the transfer of a segment is.
public struct TransferProgress: Sendable, Equatable {
    /// The rung that is fetched.
    public var rung: Int
    /// Bytes that came so far.
    public var bytesReceived: Int
    /// Bytes that will come in all, where known.
    public var bytesExpected: Int?
    /// Seconds since the request was sent.
    public var elapsed: Double
    /// Seconds from the request to the first byte; none while nothing has come.
    public var timeToFirstByte: Double?

    /// A report.
    public init(rung: Int, bytesReceived: Int, bytesExpected: Int? = nil, elapsed: Double, timeToFirstByte: Double? = nil) {
        self.rung = rung
        self.bytesReceived = bytesReceived
        self.bytesExpected = bytesExpected
        self.elapsed = elapsed
        self.timeToFirstByte = timeToFirstByte
    }
}

/// What to do with a running transfer.
public enum TransferVerdict: Sendable, Equatable {
    /// Let it run.
    case goOn
    /// Give it up, and fetch the segment on this lower rung.
    case abandon(rung: Int)
}
