import PlayheadCore
import PlayheadFFmpeg

/// The encryption of a segment as declared by its manifest.
enum SegmentEncryption: Sendable, Hashable {
    /// A key that can be loaded.
    struct Key: Sendable, Hashable {
        /// The absolute URL, which may be a `data:` URI.
        var url: String
        /// The size, in bytes.
        var size: Int
    }

    /// The segment is clear.
    case none
    /// All bytes are encrypted, or those of the samples in a transport stream.
    case bytes(Key, SegmentCipher.Method, vector: [UInt8])
    /// The container is clear and its samples use Common Encryption.
    case samples(Key)
    /// The same, with keys of the app or of a license server.
    case licensed(ProtectionSystems)
    /// The segment cannot be decrypted here, for this reason.
    case unsupported(PlaybackError)
}
