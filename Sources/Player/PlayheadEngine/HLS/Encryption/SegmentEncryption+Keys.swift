import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadTransport

extension SegmentEncryption {
    /// Creates the encryption of a segment. `resolve` returns the absolute URL of a URI in the playlist.
    init(of segment: MediaSegment, resolve: (String) -> String) {
        switch Protection(segment.keys) {
        case .clear: self = .none
        case .protected(let keys):
            let protection = ProtectionSystems(keys, url: resolve(segment.uri), resolve: resolve)
            // The samples of other containers name no key.
            self = segment.map == nil ? .unsupported(protection.error) : .licensed(protection)
        case .usable(let tag):
            guard let key = Key(tag, resolve) else {
                self = .none
                return
            }
            self =
                tag.method.isOfWholeSegments || segment.map == nil
                ? .bytes(key, tag.method.cipherMethod, vector: tag.initializationVector(mediaSequence: segment.encryptionSequence))
                : .samples(key)
        }
    }

    /// Creates the encryption of an initialization section. `resolve` returns the absolute URL of a URI in the playlist.
    ///
    /// A section has no sequence number to derive an initialization vector from, so its key must have one (RFC 8216bis §4.4.4.5).
    init(of section: InitializationSection, resolve: (String) -> String) {
        switch Protection(section.keys) {
        case .clear: self = .none
        case .protected(let keys) where !keys.contains(where: \.method.isOfWholeSegments): self = .none
        case .protected(let keys):
            self = .unsupported(ProtectionSystems(keys, url: resolve(section.uri), resolve: resolve).error)
        // If only the samples in a readable container are encrypted, the start of the container is clear.
        case .usable(let tag) where !tag.method.isOfWholeSegments: self = .none
        case .usable(let tag):
            guard let key = Key(tag, resolve) else {
                self = .none
                return
            }
            if let vector = tag.iv {
                self = .bytes(key, tag.method.cipherMethod, vector: vector)
            } else {
                self = .unsupported(
                    PlaybackError(.manifestInvalid, url: resolve(section.uri), underlying: "The key of an EXT-X-MAP has no IV."))
            }
        }
    }
}

extension SegmentEncryption.Key {
    /// Creates the key of a tag; `nil` without a URI.
    fileprivate init?(_ tag: EncryptionKey, _ resolve: (String) -> String) {
        guard let uri = tag.uri, let size = tag.method.keySize else { return nil }
        self.init(url: DataURI.isOne(uri) ? uri : resolve(uri), size: size)
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
