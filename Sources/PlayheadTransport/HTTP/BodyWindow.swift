/// Which part of the bytes on the wire the reader asked for.
///
/// A server may ignore a range and send all (RFC 9110 §14.2); the reader still gets what it asked for.
struct BodyWindow: Hashable {
    /// Bytes still to leave out.
    private(set) var skip: Int64
    /// Bytes still to give, or `nil` for all.
    private(set) var remaining: Int64?

    init(skip: Int64 = 0, limit: Int64? = nil) {
        self.skip = skip
        remaining = limit
    }

    /// Whether all that was asked for has been given.
    var isExhausted: Bool { remaining == 0 }

    /// Which of the next `count` bytes the reader gets; the window moves on by `count`.
    mutating func take(_ count: Int) -> Range<Int> {
        let skipped = Int(min(skip, Int64(count)))
        skip -= Int64(skipped)
        let taken = Int(min(remaining ?? .max, Int64(count - skipped)))
        remaining = remaining.map { $0 - Int64(taken) }
        return skipped..<(skipped + taken)
    }
}
