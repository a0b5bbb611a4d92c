/// The encryption of segments (`EXT-X-KEY` and `EXT-X-SESSION-KEY`, RFC 8216bis §4.4.4.4, §4.4.6.5).
package struct EncryptionKey: Sendable, Hashable {
    /// The method; a method that is not listed here is kept by its name.
    package struct Method: Sendable, Hashable, RawRepresentable {
        /// The name in the playlist.
        package let rawValue: String
        /// Makes a method from its name.
        package init(rawValue: String) { self.rawValue = rawValue }
        /// Whole segments in AES-128-CBC.
        package static let aes128 = Method(rawValue: "AES-128")
        /// Samples in AES-128-CBC, or Common Encryption `cbcs`.
        package static let sampleAES = Method(rawValue: "SAMPLE-AES")
        /// Samples in Common Encryption `cenc`.
        package static let sampleAESCTR = Method(rawValue: "SAMPLE-AES-CTR")
        /// No encryption. Segments have no key then; the value does not occur in a parsed playlist.
        package static let none = Method(rawValue: "NONE")
    }

    /// The `KEYFORMAT` of a key that consists of the 16 octets.
    package static let identityFormat = "identity"

    /// The encryption method.
    package var method: Method
    /// The URI of the key, as written; nil only in an invalid playlist.
    package var uri: String?
    /// The 16 octets of the initialization vector, if present.
    package var iv: [UInt8]?
    /// The representation of the key.
    package var keyFormat: String
    /// The versions of the format that the playlist complies with; empty if absent, which means 1.
    package var keyFormatVersions: [Int]
    /// The attributes without a field in the model.
    package var otherAttributes: [Attribute]

    /// Makes a key.
    package init(
        method: Method, uri: String?, iv: [UInt8]? = nil, keyFormat: String = identityFormat, keyFormatVersions: [Int] = [],
        otherAttributes: [Attribute] = []
    ) {
        self.method = method
        self.uri = uri
        self.iv = iv
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
        self.otherAttributes = otherAttributes
    }

    /// Returns the initialization vector of a segment in `AES-128`: the declared one, otherwise the media sequence number in big-endian
    /// (RFC 8216bis §5.2).
    package func initializationVector(mediaSequence: Int) -> [UInt8] {
        if let iv { return iv }
        var octets = [UInt8](repeating: 0, count: 16)
        var number = UInt64(bitPattern: Int64(mediaSequence))
        for index in stride(from: 15, through: 8, by: -1) {
            octets[index] = UInt8(truncatingIfNeeded: number)
            number >>= 8
        }
        return octets
    }
}
