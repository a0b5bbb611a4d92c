/// A part of a resource, with a resolved offset (RFC 8216bis §4.4.4.2).
public struct ByteRange: Sendable, Hashable {
    /// The first byte, from 0.
    public var offset: Int
    /// The number of bytes, not below 0; `offset + length` does not overflow in ranges from a parser.
    public var length: Int

    /// Makes a range.
    public init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// The byte after the last one, limited to the maximum integer.
    public var end: Int {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return overflow ? .max : end
    }
}
