import Foundation
import PlayheadCaptions
import PlayheadCore
import PlayheadHLS
import PlayheadTransport

/// The WebVTT segments of a subtitles rendition (RFC 8216bis §3.1.4).
final class RenditionCueSource: CueSource {
    private struct State {
        var loaded: Set<SegmentCursor> = []
        var placer = SegmentCuePlacer()
    }

    /// How far ahead of the playhead cues are loaded, in seconds.
    private static let ahead = 40.0
    /// How often to look whether the playhead has come nearer, in seconds.
    private static let step = 1.0

    private let resources: SegmentResources
    private let store: PacketStore
    private let timeline: PresentationTimeline
    private let feed: @Sendable () async throws -> PlaylistFeed
    private let state = Locked(State())

    /// - Parameter feed: Gives the rendition's feed, loaded.
    init(
        resources: SegmentResources, store: PacketStore, timeline: PresentationTimeline,
        feed: @escaping @Sendable () async throws -> PlaylistFeed
    ) {
        self.resources = resources
        self.store = store
        self.timeline = timeline
        self.feed = feed
    }

    func run(from time: Double, into sink: CueSink) async throws {
        let feed = try await feed()
        feed.acquire()
        defer { feed.release() }
        var cursor = feed.cursor(at: time)
        while true {
            switch try await feed.next(at: cursor) {
            case .ended: return
            case .stuck: try await resources.clock.sleep(for: max(1, feed.targetDuration / 2))
            case .unit(let unit):
                // Subtitles come in whole segments.
                cursor = unit.isPart ? unit.next : unit.cursor.nextSegment
                while unit.start > store.lastPlayhead + Self.ahead { try await resources.clock.sleep(for: Self.step) }
                guard !unit.isGap, !unit.isPart, !state.withLock({ $0.loaded.contains(unit.cursor) }) else { continue }
                do {
                    try await load(unit, of: feed, into: sink)
                } catch {
                    if Task.isCancelled || error is CancellationError { throw CancellationError() }
                    sink.warn(PlaybackError(cause: error, otherwise: .captionsInvalid, url: unit.url).with(severity: .warning))
                }
                if !feed.isComplete { forget(before: unit.cursor, of: feed, sink) }
            }
        }
    }

    private func load(_ unit: FetchUnit, of feed: PlaylistFeed, into sink: CueSink) async throws {
        guard let location = URL(string: unit.url) else { throw PlaybackError(.invalidURL, url: unit.url) }
        let range = unit.byteRange.map { PlayheadTransport.ByteRange(offset: Int64($0.offset), length: Int64($0.length)) }
        let request = resources.options.request(location, kind: .captions, byteRange: range)
        var (_, bytes) = try await resources.loader.loadWhole(request, upTo: CaptionsFile.limit)
        if let cipher = try await resources.decryption(of: unit.segment, in: feed).cipher {
            bytes = try SegmentResources.decipher(bytes, cipher)
        }
        let file = try CaptionsFile.webVTT(bytes, url: unit.url)
        let place = SegmentPlace(
            start: unit.start, duration: unit.duration,
            timestampOffset: try await offset(of: unit.segment.discontinuitySequence))
        let cues = state.withLock { state in
            state.loaded.insert(unit.cursor)
            return state.placer.cues(of: file, at: place)
        }
        sink.insert(cues)
    }

    /// The offset of a discontinuity sequence, which the leading rendition finds; it may not have come so far.
    private func offset(of discontinuity: Int) async throws -> Double? {
        let patience = 40
        let step = 0.25
        for _ in 0..<patience {
            if let offset = timeline.offset(of: discontinuity) { return offset }
            try await resources.clock.sleep(for: step)
        }
        return nil
    }

    /// What has left a live window is not needed any more.
    private func forget(before cursor: SegmentCursor, of feed: PlaylistFeed, _ sink: CueSink) {
        let kept = 3600.0
        sink.trim(feed.start(of: cursor) - kept)
        state.withLock { state in
            if state.loaded.count > 4096 { state.loaded = state.loaded.filter { $0.sequence > cursor.sequence - 2048 } }
        }
    }
}
