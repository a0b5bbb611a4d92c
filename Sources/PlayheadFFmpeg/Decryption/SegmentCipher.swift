/// What the bytes of a segment, or of an initialization section, are encrypted with.
public struct SegmentCipher: Sendable, Hashable {
    /// How (RFC 8216bis §4.4.4.4, `METHOD`).
    public enum Method: Sendable, Hashable {
        /// All bytes, chained, with padding: `AES-128` and `AES-256`.
        case chained
        /// All bytes, by counter, without padding: `AES-256-CTR`.
        case counted
        /// Parts of the samples of a transport stream or of packed audio: `SAMPLE-AES` without an initialization section.
        case samples
    }

    /// How.
    public var method: Method
    /// The key, 16 or 32 octets.
    public var key: [UInt8]
    /// The initialization vector, 16 octets.
    public var vector: [UInt8]

    /// Names what bytes are encrypted with; wrong lengths are told by ``SegmentDecryptor/init(_:)``.
    public init(_ method: Method, key: [UInt8], vector: [UInt8]) {
        self.method = method
        self.key = key
        self.vector = vector
    }
}

extension SegmentCipher: CustomStringConvertible, CustomDebugStringConvertible {
    /// The method only: keys don't belong into logs.
    public var description: String { "SegmentCipher(\(method))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
}
