/// A part of a resource, in bytes (RFC 9110 §14.1.2; `EXT-X-BYTERANGE`, RFC 8216bis §4.4.4.2).
public struct ByteRange: Sendable, Hashable {
    /// The first byte, counted from 0.
    public var offset: Int64
    /// How many bytes, at least 1, or `nil` for all to the end.
    public var length: Int64?

    /// Names a part of a resource.
    /// - Parameters:
    ///   - offset: The first byte, 0 or more.
    ///   - length: How many bytes, at least 1; `nil` for all to the end.
    public init(offset: Int64, length: Int64? = nil) {
        self.offset = offset
        self.length = length
    }

    /// Whether the range can be asked for: not negative, not empty, its end representable.
    public var isValid: Bool {
        guard offset >= 0 else { return false }
        guard let length else { return true }
        return length > 0 && !offset.addingReportingOverflow(length).overflow
    }

    /// The byte after the last, or `nil` when open or out of range.
    public var end: Int64? {
        guard let length, isValid else { return nil }
        return offset + length
    }

    /// The value of a `Range` header field.
    var fieldValue: String {
        guard let end else { return "bytes=\(offset)-" }
        return "bytes=\(offset)-\(end - 1)"
    }
}
