/// The requested part of the received bytes.
///
/// A server may ignore a range and send everything (RFC 9110 §14.2); the reader still gets only the range.
struct BodyWindow: Hashable {
    /// The number of bytes to skip.
    private(set) var skip: Int64
    /// The number of remaining bytes; `nil` for all.
    private(set) var remaining: Int64?

    init(skip: Int64 = 0, limit: Int64? = nil) {
        self.skip = skip
        remaining = limit
    }

    /// Whether the requested part is complete.
    var isExhausted: Bool { remaining == 0 }

    /// Advances the window by `count` bytes, and returns the range of these bytes that belongs to the requested part.
    mutating func advance(by count: Int) -> Range<Int> {
        let skipped = Int(min(skip, Int64(count)))
        skip -= Int64(skipped)
        let taken = Int(min(remaining ?? .max, Int64(count - skipped)))
        remaining = remaining.map { $0 - Int64(taken) }
        return skipped..<(skipped + taken)
    }
}
