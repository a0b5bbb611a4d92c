import Foundation
import PlayheadCaptions
import PlayheadCore
import PlayheadHLS
import PlayheadTransport

/// The WebVTT segments of a subtitles rendition (RFC 8216bis §3.1.4), from the pathway that is played from.
final class RenditionCueSource: CueSource {
    private struct State {
        /// The playlist that it is at, and its segments that are loaded.
        var location: String
        var loaded: Set<SegmentCursor> = []
        var placer = SegmentCuePlacer()
        /// At how many to look which of them are still listed.
        var nextLook = leastLook
        static let leastLook = 256
    }

    /// How often to look whether the playhead has come nearer, in seconds.
    private static let step = 1.0

    private let resources: SegmentResources
    private let store: PacketStore
    private let timeline: PresentationTimeline
    private let feed: @Sendable (String) async throws -> PlaylistFeed
    private let others: @Sendable (String, Bool) -> [String]
    private let state: Locked<State>

    /// - Parameters:
    ///   - location: The playlist's absolute URL.
    ///   - feed: Gives the feed of a playlist, loaded.
    ///   - others: Where it should come from instead of a playlist, best first; told whether that fails.
    init(
        at location: String, resources: SegmentResources, store: PacketStore, timeline: PresentationTimeline,
        feed: @escaping @Sendable (String) async throws -> PlaylistFeed, others: @escaping @Sendable (String, Bool) -> [String]
    ) {
        state = Locked(State(location: location))
        self.others = others
        self.resources = resources
        self.store = store
        self.timeline = timeline
        self.feed = feed
    }

    func run(from time: Double, into sink: CueSink) async throws {
        var feed = try await begin()
        feed.acquire()
        defer { feed.release() }
        var cursor = feed.cursor(at: time)
        while true {
            let next = try await feed.next(at: cursor)
            var isStuck = false
            if case .stuck = next { isStuck = true }
            if let other = await elsewhere(than: feed, isFailing: isStuck) {
                other.acquire()
                // Renditions are cut at the same times but for rounding.
                let rounding = 0.05
                cursor = other.cursor(at: feed.start(of: cursor) + rounding)
                feed.release()
                feed = other
                continue
            }
            switch next {
            case .ended: return
            case .stuck: try await resources.clock.sleep(for: max(1, feed.targetDuration / 2))
            case .unit(let unit):
                // Subtitles come in whole segments.
                cursor = unit.isPart ? unit.next : unit.cursor.nextSegment
                while unit.start > store.lastPlayhead + store.limits.captions { try await resources.clock.sleep(for: Self.step) }
                defer { sink.reach(unit.end) }
                guard !unit.isGap, !unit.isPart, !state.withLock({ $0.loaded.contains(unit.cursor) }) else { continue }
                do {
                    try await load(unit, of: feed, into: sink)
                } catch {
                    if Task.isCancelled || error is CancellationError { throw CancellationError() }
                    sink.warn(PlaybackError(cause: error, otherwise: .captionsInvalid, url: unit.url).with(severity: .warning))
                }
                if !feed.isComplete { forgetPast(of: feed) }
            }
        }
    }

    /// The feed that it is at, or where that can't be had another one.
    private func begin() async throws -> PlaylistFeed {
        let location = state.withLock { $0.location }
        do {
            return try await feed(others(location, false).first ?? location)
        } catch {
            if error is CancellationError || Task.isCancelled { throw error }
            for other in others(location, true) {
                guard let found = try? await feed(other) else { continue }
                move(to: other)
                return found
            }
            throw error
        }
    }

    /// Where it goes on, if not where it is.
    private func elsewhere(than current: PlaylistFeed, isFailing: Bool) async -> PlaylistFeed? {
        for location in others(current.url, isFailing) where location != current.url {
            guard !Task.isCancelled, let found = try? await feed(location) else { continue }
            move(to: location)
            return found
        }
        return nil
    }

    private func move(to location: String) {
        state.withLock { state in
            guard state.location != location else { return }
            state.location = location
            state.loaded = []
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

    /// What has left a live window is not asked for any more.
    private func forgetPast(of feed: PlaylistFeed) {
        guard state.withLock({ $0.loaded.count >= $0.nextLook }) else { return }
        guard let start = feed.window(at: resources.clock.now)?.seekable.start else { return }
        state.withLock { state in
            state.loaded = state.loaded.filter { feed.start(of: $0) >= start }
            // Looked at again when as many have come, so that each is looked at twice or so.
            state.nextLook = max(State.leastLook, 2 * state.loaded.count)
        }
    }
}
