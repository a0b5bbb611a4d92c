/// The encryption of a segment, or of an initialization section.
package struct SegmentCipher: Sendable, Hashable {
    /// The encryption method (RFC 8216bis §4.4.4.4, `METHOD`).
    package enum Method: Sendable, Hashable {
        /// All bytes in cipher block chaining, with padding: `AES-128` and `AES-256`.
        case chained
        /// All bytes in counter mode, without padding: `AES-256-CTR`.
        case counted
        /// Parts of the samples of a transport stream or of packed audio: `SAMPLE-AES` without an initialization section.
        case samples
    }

    /// The encryption method.
    package var method: Method
    /// The key, 16 or 32 octets.
    package var key: [UInt8]
    /// The initialization vector, 16 octets.
    package var vector: [UInt8]

    /// Makes a cipher; ``SegmentDecryptor/init(_:)`` checks the lengths.
    package init(_ method: Method, key: [UInt8], vector: [UInt8]) {
        self.method = method
        self.key = key
        self.vector = vector
    }
}

extension SegmentCipher: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method only, because keys must not be logged.
    package var description: String { "SegmentCipher(\(method))" }
    /// The same text as ``description``.
    package var debugDescription: String { description }
    /// No children: `dump` shows no octets.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
