/// Makes the bytes of one segment clear as they arrive, in pieces of any size.
///
/// What can be made clear comes at once; at most what padding may concern is kept back.
public struct SegmentDecryptor {
    private var stream: any DecryptingStream

    /// Begins a segment.
    /// - Throws: ``DecryptionError`` where key or initialization vector have another length than the method needs.
    public init(_ cipher: SegmentCipher) throws(DecryptionError) {
        switch cipher.method {
        case .chained: stream = try ChainedStream(key: cipher.key, vector: cipher.vector)
        case .counted: stream = try CounterStream(key: cipher.key, vector: cipher.vector)
        case .samples: stream = try SampleStream(key: cipher.key, vector: cipher.vector)
        }
    }

    /// Takes the next bytes of the segment.
    /// - Returns: What is clear by now; may be empty.
    public mutating func update(_ bytes: [UInt8]) -> [UInt8] { stream.update(bytes) }

    /// Ends the segment.
    /// - Returns: The last clear bytes; may be empty.
    /// - Throws: ``DecryptionError/incomplete(_:)`` where bytes are missing, ``DecryptionError/padding`` where they are damaged.
    public mutating func finish() throws(DecryptionError) -> [UInt8] { try stream.finish() }

    /// All of a segment at once.
    public static func decrypt(_ bytes: [UInt8], with cipher: SegmentCipher) throws(DecryptionError) -> [UInt8] {
        var decryptor = try SegmentDecryptor(cipher)
        return try decryptor.update(bytes) + decryptor.finish()
    }
}

/// Encrypted bytes in, clear bytes out.
protocol DecryptingStream {
    /// Takes the next bytes and gives what is clear by now.
    mutating func update(_ bytes: [UInt8]) -> [UInt8]
    /// Gives the rest, or says what is wrong with it.
    mutating func finish() throws(DecryptionError) -> [UInt8]
}
