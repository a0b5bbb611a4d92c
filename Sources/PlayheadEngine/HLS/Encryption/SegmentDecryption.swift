import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS

/// What makes a segment clear, and who does it.
enum SegmentDecryption: Sendable, Hashable {
    /// Nothing has to be done.
    case none
    /// The bytes pass through a `SegmentDecryptor` as they arrive.
    case bytes(SegmentCipher)
    /// The container is clear and its samples are in Common Encryption: the demuxer needs this key, and another one a demuxer of its own.
    case samples(key: [UInt8])

    /// The key that a demuxer needs, or `nil`.
    var demuxerKey: [UInt8]? {
        if case .samples(let key) = self { key } else { nil }
    }

    /// What the bytes are encrypted with, or `nil`.
    var cipher: SegmentCipher? {
        if case .bytes(let cipher) = self { cipher } else { nil }
    }
}

extension KeyLoader {
    /// What makes a segment clear, after its key is here.
    /// - Parameter resolve: Gives the absolute URL of a URI in the playlist.
    /// - Throws: `PlaybackError`: `protectedContent` where there is no key for us, or one of the category of keys.
    func decryption(of segment: MediaSegment, resolving resolve: @Sendable (String) -> String) async throws -> SegmentDecryption {
        let url = resolve(segment.uri)
        guard let (key, octets) = try await usableKey(segment.keys, of: url, resolving: resolve) else { return .none }
        if !key.method.isOfWholeSegments, segment.map != nil { return .samples(key: octets) }
        let vector = key.initializationVector(mediaSequence: segment.mediaSequence)
        return .bytes(SegmentCipher(key.method.bytesMethod, key: octets, vector: vector))
    }

    /// What the bytes of an initialization section are encrypted with, after its key is here; `nil` where they are clear.
    ///
    /// It has no number to take an initialization vector from, so one must be written (RFC 8216bis §4.4.4.5).
    /// - Throws: As ``decryption(of:resolving:)``, and `manifestInvalid` without an initialization vector.
    func cipher(of section: InitializationSection, resolving resolve: @Sendable (String) -> String) async throws -> SegmentCipher? {
        // Whose samples are encrypted in a container that can be read has its beginning clear.
        if case .usable(let key) = Protection(section.keys), !key.method.isOfWholeSegments { return nil }
        let url = resolve(section.uri)
        guard let (key, octets) = try await usableKey(section.keys, of: url, resolving: resolve) else { return nil }
        guard let vector = key.iv else {
            throw PlaybackError(.manifestInvalid, url: url, underlying: "The key of an EXT-X-MAP has no IV.")
        }
        return SegmentCipher(key.method.bytesMethod, key: octets, vector: vector)
    }

    private func usableKey(
        _ keys: [EncryptionKey], of url: String, resolving resolve: @Sendable (String) -> String
    ) async throws -> (key: EncryptionKey, octets: [UInt8])? {
        let protection = Protection(keys)
        if let error = protection.error(url: url) { throw error }
        guard case .usable(let key) = protection, let uri = key.uri, let size = key.method.keySize else { return nil }
        return (key, try await self.key(at: DataURI.isOne(uri) ? uri : resolve(uri), size: size))
    }
}

extension EncryptionKey.Method {
    fileprivate var bytesMethod: SegmentCipher.Method {
        switch self {
        case .aes256CTR: .counted
        case .sampleAES, .sampleAESCTR: .samples
        default: .chained
        }
    }
}
