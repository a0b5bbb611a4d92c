import PlayheadCore
import PlayheadFFmpeg

/// The decryption of a segment: the keys, and whether the bytes or the samples are decrypted.
enum SegmentDecryption: Sendable, Hashable {
    /// The segment is clear, unless its initialization section says that its samples are protected.
    case none
    /// The bytes pass through a `SegmentDecryptor` as they arrive.
    case bytes(SegmentCipher)
    /// The container is clear and its samples use Common Encryption: the bytes pass through a `CommonDecryptor`.
    case samples(SampleKeys)

    /// The cipher of the bytes, or `nil`.
    var cipher: SegmentCipher? {
        if case .bytes(let cipher) = self { cipher } else { nil }
    }

    /// The keys of protected samples.
    var sampleKeys: SampleKeys {
        if case .samples(let keys) = self { keys } else { .licensed(ProtectionSystems()) }
    }
}

extension KeyLoader {
    /// Returns the decryption of a segment and loads its key, if the manifest leads to one.
    /// - Throws: `PlaybackError` with the reason of an unsupported encryption, or in the category of keys.
    func decryption(for encryption: SegmentEncryption) async throws -> SegmentDecryption {
        switch encryption {
        case .none: return .none
        case .bytes(let key, let method, let vector):
            return .bytes(SegmentCipher(method, key: try await self.key(at: key.url, size: key.size), vector: vector))
        case .samples(let key):
            guard let key = ContentKey(try await self.key(at: key.url, size: key.size)) else { throw PlaybackError(.keyInvalid) }
            return .samples(.one(key))
        case .licensed(let protection): return .samples(.licensed(protection))
        case .unsupported(let error): throw error
        }
    }
}
