import Foundation
import PlayheadCore
import PlayheadHLS
import PlayheadTransport

/// Fetches the segments of one media playlist in order and hands their bytes on as runs.
struct SegmentFetcher: Sendable {
    /// Tries to go on with a broken segment without a byte of progress.
    private static let attempts = 3

    typealias ByteRange = PlayheadTransport.ByteRange

    let playlist: MediaPlaylist
    let loader: any Loader
    let options: RequestOptions
    let store: PacketStore
    let tracks: Set<TrackKind>
    let generation: Int
    let maps: InitializationCache
    /// Called for what is left out.
    let warn: @Sendable (PlaybackError) -> Void

    /// Fetches from segment `index` on, until the end, an error, or cancellation.
    /// - Parameter shouldStop: Asked before each segment; when true the fetching ends there.
    /// - Returns: The index of the first segment that was not fetched.
    @discardableResult
    func run(from index: Int, into runs: RunQueue, shouldStop: @Sendable () -> Bool) async -> Int {
        var run: SegmentRun?
        var map: InitializationSection?
        var index = index
        let first = index
        defer { run?.finish() }
        do {
            while index < playlist.segments.count {
                let segment = playlist.segments[index]
                if index > first {
                    guard await store.waitForRoom(tracks, generation: generation), !shouldStop() else { break }
                }
                try Task.checkCancellation()
                let url = playlist.url(for: segment.uri)
                if segment.isGap {
                    warn(PlaybackError(.segmentGap, severity: .warning, url: url))
                    run?.finish()
                    run = nil
                    index += 1
                    continue
                }
                guard segment.keys.allSatisfy({ $0.method == .none }) else { throw PlaybackError(.protectedContent, url: url) }
                let target: SegmentRun
                if let current = run, current.discontinuity == segment.discontinuitySequence, map == segment.map {
                    target = current
                } else {
                    run?.finish()
                    target = SegmentRun(discontinuity: segment.discontinuitySequence, start: segment.startTime, url: url)
                    run = target
                    map = segment.map
                    runs.append(target)
                    if let map { target.append(try await maps.bytes(of: map, in: playlist, loader: loader, options: options)) }
                }
                try await fetch(segment, url: url, into: target)
                index += 1
            }
            runs.finish()
        } catch {
            run?.finish(error)
            runs.finish(error)
        }
        return index
    }

    private func fetch(_ segment: MediaSegment, url: String, into run: SegmentRun) async throws {
        guard let location = URL(string: url) else { throw PlaybackError(.invalidURL, url: url) }
        guard url != playlist.url || segment.byteRange != nil else { throw PlaybackError(.manifestLoop, url: url) }
        // An ID3 tag comes first or not at all; the demuxers would take it for data in the middle of a run.
        var prefix: [UInt8]? = []
        var received: Int64 = 0
        var failures = 0
        var identity: ResourceIdentity?
        while true {
            let before = received
            do {
                let response = try await loader.load(
                    options.request(location, kind: .segment, byteRange: range(of: segment, from: received)))
                try identity?.check(response, kind: .segment)
                identity = identity ?? ResourceIdentity(response)
                for try await chunk in response.body {
                    if received == 0, response.contentType == "text/html", Self.isMarkup(chunk) {
                        // A login page, say. In the middle of a run a demuxer would just skip it.
                        throw PlaybackError(.segmentInvalid, url: url, underlying: "The server sent a page of HTML.")
                    }
                    received += Int64(chunk.count)
                    if var held = prefix {
                        held.append(contentsOf: chunk)
                        prefix = Self.resolvePrefix(held, into: run)
                    } else {
                        run.append(chunk)
                    }
                }
                break
            } catch let error as LoadError {
                // The loader tries again by itself before a head is there; what breaks off later is resumed here.
                failures = received > before ? 1 : failures + 1
                guard received > 0, failures < Self.attempts, RetryPolicy().isTransient(error) else { throw error }
            }
        }
        if let prefix { run.append(prefix) }
    }

    /// No media begins with a tag of HTML.
    private static func isMarkup(_ bytes: [UInt8]) -> Bool {
        let space: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
        return bytes.first { !space.contains($0) } == UInt8(ascii: "<")
    }

    /// What is still to come of a segment of which `received` bytes are there.
    private func range(of segment: MediaSegment, from received: Int64) -> ByteRange? {
        guard let range = segment.byteRange else { return received > 0 ? ByteRange(offset: received) : nil }
        return ByteRange(offset: Int64(range.offset) + received, length: Int64(range.length) - received)
    }

    /// Hands on what is known to be media of the segment's first bytes.
    /// - Returns: What has to be held until more has come, or `nil` when all was handed on.
    private static func resolvePrefix(_ bytes: [UInt8], into run: SegmentRun) -> [UInt8]? {
        guard PackedAudioTag.mayBegin(bytes) else {
            run.append(bytes)
            return nil
        }
        let limit = 1 << 20
        guard bytes.count < limit else {
            run.append(bytes)
            return nil
        }
        guard let size = PackedAudioTag.size(of: bytes), bytes.count >= size else { return bytes }
        if let timestamp = PackedAudioTag(bytes)?.timestamp { run.tags.append(timestamp) }
        run.append(Array(bytes[size...]))
        return nil
    }
}

/// The initialization sections that were fetched already.
actor InitializationCache {
    private static let limit = 8 << 20
    private var sections: [String: [UInt8]] = [:]

    /// The bytes of `map`, fetched once.
    func bytes(
        of map: InitializationSection, in playlist: MediaPlaylist, loader: any Loader, options: RequestOptions
    ) async throws -> [UInt8] {
        let url = playlist.url(for: map.uri)
        let key = "\(url)#\(map.byteRange.map { "\($0.offset)+\($0.length)" } ?? "")"
        if let known = sections[key] { return known }
        guard let location = URL(string: url) else { throw PlaybackError(.invalidURL, url: url) }
        let range = map.byteRange.map { PlayheadTransport.ByteRange(offset: Int64($0.offset), length: Int64($0.length)) }
        let (_, bytes) = try await loader.loadWhole(options.request(location, kind: .segment, byteRange: range), upTo: Self.limit)
        sections[key] = bytes
        return bytes
    }
}
