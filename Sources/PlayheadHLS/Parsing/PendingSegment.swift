/// What the tags have said about the segment whose URI is to come.
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

    /// Whether nothing was said that a segment without a URI would keep.
    var isEmpty: Bool { parts.isEmpty && !hasDiscontinuity && !isGap && programDateTimeText == nil }
}

/// The sub-range that a range without an offset follows on (RFC 8216bis §4.4.4.2).
struct PreviousRange {
    private(set) var uri: String?
    private var end = 0

    /// Nothing that could be followed on.
    init() {}

    /// The end of a range, if there is one.
    init(_ range: ByteRange?, in uri: String) {
        guard let range else { return }
        self.uri = uri
        end = range.end
    }

    /// The range with its offset; nil when it ends beyond what an integer holds.
    /// - Parameter startsOver: Whether a range of another resource begins at 0 instead of behind the one before.
    mutating func follow(_ written: (length: Int, offset: Int?), in uri: String, startsOver: Bool) -> ByteRange? {
        let offset = written.offset ?? (startsOver && uri != self.uri ? 0 : end)
        guard offset <= Numbers.largestInteger else { return nil }
        end = offset + written.length
        self.uri = uri
        return ByteRange(offset: offset, length: written.length)
    }
}
