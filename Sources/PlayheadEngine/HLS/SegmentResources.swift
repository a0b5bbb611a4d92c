import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadTransport

/// What segments need besides their bytes: the loader, initialization sections and keys. One for a presentation.
struct SegmentResources: Sendable {
    let loader: any Loader
    let options: RequestOptions
    let clock: any PlaybackClock
    private let maps = InitializationCache()

    init(loader: any Loader, options: RequestOptions, clock: any PlaybackClock) {
        self.loader = loader
        self.options = options
        self.clock = clock
    }

    /// The bytes of an initialization section, fetched once.
    func initialization(_ map: InitializationSection, in feed: PlaylistFeed) async throws -> [UInt8] {
        try await maps.bytes(of: map, at: feed.url(for: map.uri), loader: loader, options: options)
    }

    /// How a segment is deciphered; `nil` where it is clear.
    /// - Throws: `PlaybackError` where it is protected in a way that can't be played, or its key can't be had.
    func key(for segment: MediaSegment, in feed: PlaylistFeed) async throws -> SegmentKey? {
        guard segment.keys.allSatisfy({ $0.method == .none }) else {
            throw PlaybackError(.protectedContent, url: feed.url(for: segment.uri))
        }
        return nil
    }
}

/// The initialization sections that were fetched already.
actor InitializationCache {
    private static let limit = 8 << 20
    private static let capacity = 64
    private var sections: [String: [UInt8]] = [:]
    private var order: [String] = []

    /// The bytes of `map`, which is at `url`.
    func bytes(of map: InitializationSection, at url: String, loader: any Loader, options: RequestOptions) async throws -> [UInt8] {
        let key = "\(url)#\(map.byteRange.map { "\($0.offset)+\($0.length)" } ?? "")"
        if let known = sections[key] { return known }
        guard let location = URL(string: url) else { throw PlaybackError(.invalidURL, url: url) }
        let range = map.byteRange.map { PlayheadTransport.ByteRange(offset: Int64($0.offset), length: Int64($0.length)) }
        let (_, bytes) = try await loader.loadWhole(options.request(location, kind: .segment, byteRange: range), upTo: Self.limit)
        if sections.updateValue(bytes, forKey: key) == nil { order.append(key) }
        if order.count > Self.capacity { sections[order.removeFirst()] = nil }
        return bytes
    }
}

/// Placeholder until decryption is here.
struct SegmentKey: Sendable {
    var sampleKey: [UInt8]?
    func decryptor() throws -> SegmentDecryptor? { nil }
}
struct SegmentDecryptor {
    mutating func append(_ chunk: [UInt8]) throws -> [UInt8] { chunk }
    mutating func finish() throws -> [UInt8] { [] }
}
