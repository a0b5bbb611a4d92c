import PlayheadCore
import PlayheadFFmpeg

/// The decryption of a segment: the key, and whether the bytes or the samples are decrypted.
enum SegmentDecryption: Sendable, Hashable {
    /// The segment is clear.
    case none
    /// The bytes pass through a `SegmentDecryptor` as they arrive.
    case bytes(SegmentCipher)
    /// The container is clear and its samples use Common Encryption: the demuxer needs this key, and a new key needs a new demuxer.
    case samples(key: [UInt8])

    /// The key that a demuxer needs, or `nil`.
    var demuxerKey: [UInt8]? {
        if case .samples(let key) = self { key } else { nil }
    }

    /// The cipher of the bytes, or `nil`.
    var cipher: SegmentCipher? {
        if case .bytes(let cipher) = self { cipher } else { nil }
    }
}

extension KeyLoader {
    /// Returns the decryption of a segment and loads its key.
    /// - Throws: `PlaybackError` with the reason of an unsupported encryption, or in the category of keys.
    func decryption(for encryption: SegmentEncryption) async throws -> SegmentDecryption {
        switch encryption {
        case .none: return .none
        case .bytes(let key, let method, let vector):
            return .bytes(SegmentCipher(method, key: try await self.key(at: key.url, size: key.size), vector: vector))
        case .samples(let key): return .samples(key: try await self.key(at: key.url, size: key.size))
        case .licensed(let license): return .samples(key: try await self.key(of: license))
        case .unsupported(let error): throw error
        }
    }
}
