/// The state of the segment whose URI follows.
struct PendingSegment {
    var hasInf = false
    var duration: Double?
    var title = ""
    var byteRange: (length: Int, offset: Int?)?
    var programDateTimeText: String?
    var programDateTime: Double?
    var hasDiscontinuity = false
    var isGap = false
    var parts: [PartialSegment] = []

    /// Whether there is no state that a segment without a URI would keep.
    var isEmpty: Bool { parts.isEmpty && !hasDiscontinuity && !isGap && programDateTimeText == nil }
}

/// The sub-range that a range without an offset continues (RFC 8216bis §4.4.4.2).
struct PreviousRange {
    private(set) var uri: String?
    private var end = 0

    /// Makes an empty range.
    init() {}

    /// Makes the end of a range, if there is one.
    init(_ range: ByteRange?, in uri: String) {
        guard let range else { return }
        self.uri = uri
        end = range.end
    }

    /// Returns the range with its offset; nil if its end overflows an integer. If `startsOver`, a range of another resource begins at 0
    /// instead of after the previous one.
    mutating func follow(_ written: (length: Int, offset: Int?), in uri: String, startsOver: Bool) -> ByteRange? {
        let offset = written.offset ?? (startsOver && uri != self.uri ? 0 : end)
        guard offset <= Numbers.maximumInteger else { return nil }
        end = offset + written.length
        self.uri = uri
        return ByteRange(offset: offset, length: written.length)
    }
}
