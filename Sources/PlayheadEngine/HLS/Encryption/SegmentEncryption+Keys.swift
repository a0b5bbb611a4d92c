import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadTransport

extension SegmentEncryption {
    /// Creates the encryption of a segment. `resolve` returns the absolute URL of a URI in the playlist.
    init(of segment: MediaSegment, resolve: (String) -> String) {
        switch Self.usableKey(segment.keys, of: segment.uri, resolve) {
        case .failure(let error): self = .unsupported(error)
        case .success(nil): self = .none
        case .success(let (tag, key)?):
            self =
                tag.method.isOfWholeSegments || segment.map == nil
                ? .bytes(key, tag.method.cipherMethod, vector: tag.initializationVector(mediaSequence: segment.mediaSequence))
                : .samples(key)
        }
    }

    /// Creates the encryption of an initialization section. `resolve` returns the absolute URL of a URI in the playlist.
    ///
    /// A section has no sequence number to derive an initialization vector from, so its key must have one (RFC 8216bis §4.4.4.5).
    init(of section: InitializationSection, resolve: (String) -> String) {
        // If only the samples in a readable container are encrypted, the start of the container is clear.
        if case .usable(let key) = Protection(section.keys), !key.method.isOfWholeSegments {
            self = .none
            return
        }
        switch Self.usableKey(section.keys, of: section.uri, resolve) {
        case .failure(let error): self = .unsupported(error)
        case .success(nil): self = .none
        case .success(let (tag, key)?):
            if let vector = tag.iv {
                self = .bytes(key, tag.method.cipherMethod, vector: vector)
            } else {
                self = .unsupported(
                    PlaybackError(.manifestInvalid, url: resolve(section.uri), underlying: "The key of an EXT-X-MAP has no IV."))
            }
        }
    }

    private static func usableKey(
        _ keys: [EncryptionKey], of uri: String, _ resolve: (String) -> String
    ) -> Result<(tag: EncryptionKey, key: Key)?, PlaybackError> {
        switch Protection(keys) {
        case .clear: return .success(nil)
        case .protected: return .failure(Protection(keys).error(url: resolve(uri)) ?? PlaybackError(.protectedContent))
        case .usable(let tag):
            guard let uri = tag.uri, let size = tag.method.keySize else { return .success(nil) }
            return .success((tag, Key(url: DataURI.isOne(uri) ? uri : resolve(uri), size: size)))
        }
    }
}

extension InitializationSegment {
    /// Creates an initialization segment from a section of a playlist. `resolve` returns the absolute URL of a URI in the playlist.
    init(_ section: InitializationSection, content: MediaContent, resolve: (String) -> String) {
        self.init(
            id: section, content: content, url: resolve(section.uri), byteRange: section.byteRange?.requested,
            encryption: SegmentEncryption(of: section, resolve: resolve))
    }
}

extension PlayheadHLS.ByteRange {
    /// The range in the form that requests use.
    var requested: PlayheadTransport.ByteRange { PlayheadTransport.ByteRange(offset: Int64(offset), length: Int64(length)) }
}

extension EncryptionKey.Method {
    fileprivate var cipherMethod: SegmentCipher.Method {
        switch self {
        case .aes256CTR: .counted
        case .sampleAES, .sampleAESCTR: .samples
        default: .chained
        }
    }
}
