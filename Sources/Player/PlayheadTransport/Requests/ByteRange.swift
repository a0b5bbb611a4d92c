/// A part of a resource, in bytes (RFC 9110 §14.1.2; `EXT-X-BYTERANGE`, RFC 8216bis §4.4.4.2).
public struct ByteRange: Sendable, Hashable {
    /// The first byte, counted from 0.
    public var offset: Int64
    /// The number of bytes, at least 1; `nil` for all to the end.
    public var length: Int64?

    /// Creates a range.
    /// - Parameters:
    ///   - offset: The first byte, 0 or more.
    ///   - length: The number of bytes, at least 1; `nil` for all to the end.
    public init(offset: Int64, length: Int64? = nil) {
        self.offset = offset
        self.length = length
    }

    /// Whether the range is valid: not negative, not empty, and with a representable end.
    public var isValid: Bool {
        guard offset >= 0 else { return false }
        guard let length else { return true }
        return length > 0 && !offset.addingReportingOverflow(length).overflow
    }

    /// The byte after the last; `nil` if the range is open or the end is not representable.
    public var end: Int64? {
        guard let length, isValid else { return nil }
        return offset + length
    }

    /// The value for a `Range` header field.
    var fieldValue: String {
        guard let end else { return "bytes=\(offset)-" }
        return "bytes=\(offset)-\(end - 1)"
    }
}
