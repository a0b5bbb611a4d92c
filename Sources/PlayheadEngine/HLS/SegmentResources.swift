import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadTransport

/// What segments need besides their bytes: the loader, initialization sections and keys. One for a presentation.
struct SegmentResources: Sendable {
    let loader: any Loader
    let options: RequestOptions
    let clock: any PlaybackClock
    private let keys: KeyLoader
    private let maps = InitializationCache()

    init(loader: any Loader, options: RequestOptions, clock: any PlaybackClock) {
        self.loader = loader
        self.options = options
        self.clock = clock
        keys = KeyLoader(loader: loader, options: options)
    }

    /// The bytes of an initialization section, fetched and deciphered once.
    func initialization(_ map: InitializationSection, in feed: PlaylistFeed) async throws -> [UInt8] {
        let url = feed.url(for: map.uri)
        return try await maps.bytes(of: map, at: url) {
            guard let location = URL(string: url) else { throw PlaybackError(.invalidURL, url: url) }
            let range = map.byteRange.map { PlayheadTransport.ByteRange(offset: Int64($0.offset), length: Int64($0.length)) }
            let (_, bytes) = try await loader.loadWhole(
                options.request(location, kind: .segment, byteRange: range), upTo: InitializationCache.limit)
            guard let cipher = try await keys.cipher(of: map, resolving: feed.url(for:)) else { return bytes }
            return try Self.decipher(bytes, cipher)
        }
    }

    /// The clear bytes of a segment of an I-frame playlist.
    func iFrame(_ unit: FetchUnit, _ decryption: SegmentDecryption) async throws -> [UInt8] {
        guard let location = URL(string: unit.url) else { throw PlaybackError(.invalidURL, url: unit.url) }
        let range = IFrameRange(unit.byteRange, cipher: decryption.cipher)
        let asked = range.loaded.map { PlayheadTransport.ByteRange(offset: Int64($0.offset), length: Int64($0.length)) }
        let (_, loaded) = try await loader.loadWhole(options.request(location, kind: .segment, byteRange: asked), upTo: Self.largestIFrame)
        do {
            return try range.clear(loaded)
        } catch {
            throw PlaybackError(.segmentInvalid, url: unit.url, underlying: "\(error)")
        }
    }

    /// The maximum of bytes of one picture, and of the segment that it is in where no range is given.
    static let largestIFrame = 64 << 20

    /// Makes the bytes of a whole segment clear.
    /// - Throws: `PlaybackError` where they are damaged, or the key is not theirs.
    static func decipher(_ bytes: [UInt8], _ cipher: SegmentCipher) throws -> [UInt8] {
        do {
            return try SegmentDecryptor.decrypt(bytes, with: cipher)
        } catch {
            throw PlaybackError(.segmentInvalid, underlying: "\(error)")
        }
    }

    /// What makes a segment clear.
    /// - Throws: `PlaybackError` where it is protected in a way that can't be played, or its key can't be had.
    func decryption(of segment: MediaSegment, in feed: PlaylistFeed) async throws -> SegmentDecryption {
        try await keys.decryption(of: segment, resolving: feed.url(for:))
    }
}

/// The initialization sections that were fetched already.
actor InitializationCache {
    /// Bytes of a section at most.
    static let limit = 8 << 20
    private static let capacity = 64
    private var sections: [String: [UInt8]] = [:]
    private var order: [String] = []

    /// The bytes of `map`, which is at `url`, from `load` where they are not known.
    func bytes(of map: InitializationSection, at url: String, load: @Sendable () async throws -> [UInt8]) async throws -> [UInt8] {
        let key = "\(url)#\(map.byteRange.map { "\($0.offset)+\($0.length)" } ?? "")"
        if let known = sections[key] { return known }
        let bytes = try await load()
        if sections.updateValue(bytes, forKey: key) == nil { order.append(key) }
        if order.count > Self.capacity { sections[order.removeFirst()] = nil }
        return bytes
    }
}
