/// The progress of the transfer of a segment.
package struct TransferProgress: Sendable, Equatable {
    /// The fetched rung.
    package var rung: Int
    /// The number of bytes received so far.
    package var bytesReceived: Int
    /// The total number of bytes, if known.
    package var bytesExpected: Int?
    /// The time since the request was sent, in seconds.
    package var elapsed: Double
    /// The time from the request to the first byte, in seconds; `nil` before the first byte.
    package var timeToFirstByte: Double?
    /// The number of bytes that arrived together with the first one: their transfer is not part of the measured time.
    package var leadingBytes: Int

    /// Makes a report.
    package init(
        rung: Int, bytesReceived: Int, bytesExpected: Int? = nil, elapsed: Double, timeToFirstByte: Double? = nil, leadingBytes: Int = 0
    ) {
        self.rung = rung
        self.bytesReceived = bytesReceived
        self.bytesExpected = bytesExpected
        self.elapsed = elapsed
        self.timeToFirstByte = timeToFirstByte
        self.leadingBytes = leadingBytes
    }
}

/// The decision about a running transfer.
package enum TransferVerdict: Sendable, Equatable {
    /// Continues the transfer.
    case goOn
    /// Cancels the transfer, and fetches the segment on this lower rung.
    case abandon(rung: Int)
}
