import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadTransport

/// Key frames of an HLS presentation: from the I-frame playlist that fits, else from the segments of the lowest rung.
final class PlaylistThumbnails: ThumbnailSource {
    /// A playlist that key frames can be had from.
    private struct Place {
        var url: String
        /// Whether it is one of I-frames only: then each segment is one.
        var isOfIFrames: Bool
    }

    private struct State {
        var feeds: [String: PlaylistFeed] = [:]
        /// When each place that failed may be asked again.
        var excluded: [String: Double] = [:]
    }

    /// Seconds for which a place that failed is left alone.
    private static let penalty = 60.0
    /// Bytes of a segment at most.
    private static let limit = 64 << 20

    private let source: HLSSource
    private let reader = KeyFrameReader()
    private let state = Locked(State())

    init(source: HLSSource) { self.source = source }

    func close() async {}

    func keyFrame(at time: Double, fitting size: PictureSize) async throws -> KeyFrame {
        var failure: (any Error)?
        let now = source.clock.now
        for place in places(fitting: size) where state.withLock({ $0.excluded[place.url] ?? -.infinity }) <= now {
            do {
                return try await keyFrame(at: time, from: place, fitting: size)
            } catch {
                if Task.isCancelled || error is CancellationError { throw CancellationError() }
                failure = failure ?? error
                // What is gone of a live window, or is not there yet, says nothing about the rest.
                if (error as? PlaybackError)?.isNotFound == true { continue }
                state.withLock { $0.excluded[place.url] = now + Self.penalty }
            }
        }
        throw failure.map { PlaybackError(cause: $0, otherwise: .segmentInvalid, url: source.url) }
            ?? PlaybackError(.noDecodableTrack, url: source.url)
    }

    // MARK: Where from

    private func places(fitting size: PictureSize) -> [Place] {
        switch source.first {
        case .media(let playlist):
            return [Place(url: playlist.url ?? source.url, isOfIFrames: playlist.isIFramesOnly)]
        case .multivariant(let multivariant):
            let steering = source.state.withLock { $0.steering }?.current ?? SteeringState(multivariant)
            let playlist = steering.playlist
            let isPreferred: (Variant) -> Bool = { ($0.pathwayID ?? Variant.defaultPathwayID) == steering.pathway }
            func preferred(_ variants: [Variant]) -> [Variant] { variants.filter(isPreferred) + variants.filter { !isPreferred($0) } }
            let iFrames = preferred(Self.sorted(playlist.iFrameVariants, fitting: size))
            let lowest = preferred(Ladder(playlist).rungs.first?.alternatives ?? [])
            return iFrames.map { Place(url: playlist.url(for: $0.uri), isOfIFrames: true) }
                + lowest.map { Place(url: playlist.url(for: $0.uri), isOfIFrames: false) }
        }
    }

    /// The variants from the one that suits best: the smallest whose picture fills `size`, larger ones, then the largest of the smaller ones, then
    /// those of unknown size.
    static func sorted(_ variants: [Variant], fitting size: PictureSize) -> [Variant] {
        func rank(_ variant: Variant) -> (Int, Int, Int) {
            guard let picture = variant.resolution else { return (2, 0, variant.bandwidth) }
            let fills = picture.width >= size.width || picture.height >= size.height
            return fills ? (0, picture.width, variant.bandwidth) : (1, -picture.width, variant.bandwidth)
        }
        return variants.sorted { rank($0) < rank($1) }
    }

    private func feed(of place: Place, at time: Double) async throws -> PlaylistFeed {
        // A live playlist is asked for anew only for what it did not list, as the origin may hold its answer back.
        if let known = state.withLock({ $0.feeds[place.url] }), time < known.end { return known }
        let leader = source.leader
        if let leader, leader.url == place.url { return leader }
        let variables: [String: String]? = if case .multivariant(let playlist) = source.first { playlist.variableValues } else { nil }
        let feed = try await source.feed(at: place.url, variables: variables, following: leader)
        state.withLock { $0.feeds[place.url] = feed }
        return feed
    }

    // MARK: One of them

    private func keyFrame(at time: Double, from place: Place, fitting size: PictureSize) async throws -> KeyFrame {
        let feed = try await feed(of: place, at: time)
        guard let unit = feed.segment(at: time) else { throw PlaybackError(.segmentGap, url: feed.url) }
        let (bytes, key) = try await load(unit, in: feed, isIFrame: place.isOfIFrames)
        try Task.checkCancellation()
        // All of an I-frame playlist's segment is the one key frame.
        let offset = place.isOfIFrames ? 0 : max(0, time - unit.start)
        return try await reader.run {
            let demuxer = try Demuxer(source: MemoryByteSource(bytes), decryptionKey: key)
            let found = try KeyFrameReader.find(in: demuxer, at: offset)
            let start = place.isOfIFrames ? unit.start : max(unit.start, unit.start + found.time)
            let end = place.isOfIFrames ? unit.end : found.next.map { unit.start + $0 } ?? unit.end
            return KeyFrame(thumbnail: try KeyFrameReader.thumbnail(of: found.frame, at: start, fitting: size), end: end)
        }
    }

    /// The clear bytes of a segment with its initialization section, and the key of its samples where they are enciphered.
    private func load(_ unit: FetchUnit, in feed: PlaylistFeed, isIFrame: Bool) async throws -> (bytes: [UInt8], key: [UInt8]?) {
        guard let location = URL(string: unit.url) else { throw PlaybackError(.invalidURL, url: unit.url) }
        let resources = source.resources
        let decryption = try await resources.decryption(of: unit.segment, in: feed)
        var bytes: [UInt8] = []
        if let map = unit.segment.map { bytes = try await resources.initialization(map, in: feed) }
        if isIFrame { return (bytes + (try await resources.iFrame(unit, decryption)), decryption.demuxerKey) }
        let asked = unit.byteRange.map { PlayheadTransport.ByteRange(offset: Int64($0.offset), length: Int64($0.length)) }
        let (_, loaded) = try await resources.loader.loadWhole(
            resources.options.request(location, kind: .segment, byteRange: asked), upTo: Self.limit)
        bytes += try decryption.cipher.map { try SegmentDecryptor.decrypt(loaded, with: $0) } ?? loaded
        return (bytes, decryption.demuxerKey)
    }
}

extension FeedTimeline {
    /// The whole segment that `time` (seconds on the presentation's timeline) is in, without waiting for it: the last one beyond the end, one before it
    /// where it is missing; `nil` where there is none.
    func segment(at time: Double) -> FetchUnit? {
        var place = cursor(at: time)
        place.part = 0
        place.sequence = min(place.sequence, live.nextMediaSequence.saturatingSubtracting(1))
        while place.sequence >= live.firstMediaSequence, case .unit(let unit) = availability(at: place) {
            if !unit.isGap { return unit }
            place.sequence -= 1
        }
        return nil
    }
}
