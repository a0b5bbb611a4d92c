import Foundation
import PlayheadCore
import PlayheadFFmpeg

/// The key frames of a presentation in segments: from tiles of thumbnails, or the I-frame rendition that fits, otherwise from the segments of the lowest rung.
final class SegmentThumbnails: ThumbnailSource {
    private struct State {
        var renditions: [String: any MediaRendition] = [:]
        /// The time from which each place that failed may be used again, in seconds of the clock.
        var excluded: [String: Double] = [:]
        /// The image with tiles that was used last, by its URL.
        var image: (url: String, picture: Frame)?
    }

    /// The seconds for which a place that failed is not used.
    private static let penalty = 60.0
    /// The maximum size of a segment, in bytes.
    private static let limit = 64 << 20
    /// The maximum size of an image with tiles, in bytes.
    private static let imageLimit = 16 << 20

    private let source: SegmentedSource
    private let reader = KeyFrameReader()
    private let state = Locked(State())

    private var clock: any PlaybackClock { source.resources.clock }

    init(source: SegmentedSource) { self.source = source }

    func close() async {}

    func keyFrame(at time: Double, fitting size: PictureSize) async throws -> KeyFrame {
        var failure: (any Error)?
        let now = clock.now
        for place in source.presentation.keyFramePlaces(fitting: size)
        where state.withLock({ $0.excluded[place.url] ?? -.infinity }) <= now {
            do {
                return try await keyFrame(at: time, from: place, fitting: size)
            } catch {
                if Task.isCancelled || error is CancellationError { throw CancellationError() }
                failure = failure ?? error
                // A segment that has left a live window, is not available yet, or is absent in its period does not imply a failure of others.
                if let error = error as? PlaybackError, error.isNotFound || error.kind == .segmentGap { continue }
                state.withLock { $0.excluded[place.url] = now + Self.penalty }
            }
        }
        throw failure.map { PlaybackError(cause: $0, otherwise: .segmentInvalid, url: source.url) }
            ?? PlaybackError(.noDecodableTrack, url: source.url)
    }

    private func rendition(at url: String, for time: Double) async throws -> any MediaRendition {
        // A live manifest is loaded again only for segments that it did not list, because the origin may delay its answer.
        if let known = state.withLock({ $0.renditions[url] }), time < known.end { return known }
        let leader = source.leader
        if let leader, leader.url == url { return leader }
        let rendition = try await source.presentation.rendition(at: url, following: leader)
        state.withLock { $0.renditions[url] = rendition }
        return rendition
    }

    private func keyFrame(at time: Double, from place: KeyFramePlace, fitting size: PictureSize) async throws -> KeyFrame {
        let rendition = try await rendition(at: place.url, for: time)
        guard let segment = rendition.segment(containing: time) else { throw PlaybackError(.segmentGap, url: rendition.url) }
        if let tiles = segment.tiles { return try await tile(at: time, of: tiles, in: segment, fitting: size) }
        let bytes = try await load(segment, isIFrame: place.isIFramesOnly)
        try Task.checkCancellation()
        // The whole segment of an I-frame rendition is the key frame.
        let offset = place.isIFramesOnly ? 0 : max(0, time - segment.start)
        return try await reader.run {
            let demuxer = try Demuxer(source: MemoryByteSource(bytes))
            let found = try KeyFrameReader.find(in: demuxer, at: offset)
            let start = place.isIFramesOnly ? segment.start : max(segment.start, segment.start + found.time)
            let end = place.isIFramesOnly ? segment.end : found.next.map { segment.start + $0 } ?? segment.end
            return KeyFrame(thumbnail: try KeyFrameReader.thumbnail(of: found.frame, at: start, fitting: size), end: end)
        }
    }

    private func tile(at time: Double, of tiles: TileGrid, in segment: Segment, fitting size: PictureSize) async throws -> KeyFrame {
        let image = try await image(of: segment)
        let tile = tiles.tile(at: time)
        return try await reader.run {
            let (width, height) = (image.width / tiles.columns, image.height / tiles.rows)
            let part = try image.cropped(
                left: tile.column.saturatingMultiplied(by: width), top: tile.row.saturatingMultiplied(by: height), width: width,
                height: height)
            // The end of the period may cut a tile.
            let end = min(tile.end, segment.end)
            return KeyFrame(thumbnail: try KeyFrameReader.thumbnail(of: part, at: tile.start, fitting: size), end: end)
        }
    }

    /// Returns the decoded image that a segment is.
    private func image(of segment: Segment) async throws -> Frame {
        if let known = state.withLock({ $0.image }), known.url == segment.url { return known.picture }
        guard let location = URL(text: segment.url) else { throw PlaybackError(.invalidURL, url: segment.url) }
        let resources = source.resources
        let (_, bytes) = try await resources.loader.loadWhole(
            resources.options.request(location, for: .thumbnail, byteRange: segment.byteRange), upTo: Self.imageLimit)
        try Task.checkCancellation()
        let picture = try await reader.run { try ImageDecoder.decode(bytes) }
        if segment.byteRange == nil { state.withLock { $0.image = (segment.url, picture) } }
        return picture
    }

    /// Returns the decrypted bytes of a segment with its initialization segment.
    private func load(_ segment: Segment, isIFrame: Bool) async throws -> [UInt8] {
        guard let location = URL(text: segment.url) else { throw PlaybackError(.invalidURL, url: segment.url) }
        let resources = source.resources
        let decryption = try await resources.decryption(of: segment)
        var bytes: [UInt8] = []
        if let initialization = segment.initialization { bytes = try await resources.bytes(of: initialization) }
        let tracks = ProtectedTracks(&bytes)
        if isIFrame { return bytes + (try await resources.iFrame(segment, decryption, tracks, for: .thumbnail)) }
        let (_, loaded) = try await resources.loader.loadWhole(
            resources.options.request(location, for: .thumbnail, byteRange: segment.byteRange), upTo: Self.limit)
        let readable = try decryption.cipher.map { try SegmentDecryptor.decrypt(loaded, with: $0) } ?? loaded
        return bytes + (try await resources.clear(readable, tracks, decryption, at: segment.byteRange?.offset ?? 0))
    }
}
