/// Decrypts the bytes of one segment as they arrive, in pieces of any size.
///
/// Decrypted bytes are returned immediately; only possible padding is held back.
package struct SegmentDecryptor {
    private var stream: any DecryptingStream

    /// Begins a segment.
    /// - Parameters:
    ///   - cipher: The encryption.
    ///   - offset: In counter mode, the number of bytes of the segment before the first one; 0 otherwise.
    /// - Throws: ``DecryptionError`` if key or initialization vector have an invalid length for the method.
    package init(_ cipher: SegmentCipher, offset: UInt64 = 0) throws(DecryptionError) {
        switch cipher.method {
        case .chained: stream = try ChainedStream(key: cipher.key, vector: cipher.vector)
        case .counted: stream = try CounterStream(key: cipher.key, vector: cipher.vector, offset: offset)
        case .samples: stream = try SampleStream(key: cipher.key, vector: cipher.vector)
        }
    }

    /// Decrypts the next bytes of the segment.
    /// - Returns: The decrypted bytes; may be empty.
    package mutating func update(_ bytes: [UInt8]) -> [UInt8] { stream.update(bytes) }

    /// Ends the segment.
    /// - Returns: The last decrypted bytes; may be empty.
    /// - Throws: ``DecryptionError/incomplete(_:)`` if bytes are missing, ``DecryptionError/padding`` if they are damaged.
    package mutating func finish() throws(DecryptionError) -> [UInt8] { try stream.finish() }

    /// Decrypts a whole segment at once, or in counter mode a part of it; see ``init(_:offset:)``.
    package static func decrypt(_ bytes: [UInt8], with cipher: SegmentCipher, offset: UInt64 = 0) throws(DecryptionError) -> [UInt8] {
        var decryptor = try SegmentDecryptor(cipher, offset: offset)
        return try decryptor.update(bytes) + decryptor.finish()
    }
}
