/// A part of a resource, its offset resolved (RFC 8216bis §4.4.4.2).
public struct ByteRange: Sendable, Hashable {
    /// The first byte, from 0.
    public var offset: Int
    /// The number of bytes, not below 0; `offset + length` doesn't overflow in ranges that come from a parser.
    public var length: Int

    /// Makes a range.
    public init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// The byte after the last one, held at the largest integer.
    public var end: Int {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return overflow ? .max : end
    }
}
