import Foundation
import PlayheadCaptions
import PlayheadCore
import PlayheadTransport

/// The segments of a caption rendition: WebVTT (RFC 8216bis §3.1.4), TTML, and both in MP4 (ISO/IEC 14496-30), from the preferred pathway.
final class RenditionCueSource: CueSource {
    /// A segment or a part: a whole segment has the cursor of its first part.
    private struct Piece: Hashable {
        var cursor: SegmentCursor
        var isPart: Bool

        init(_ segment: Segment) {
            cursor = segment.cursor
            isPart = segment.isPart
        }
    }

    private struct State {
        /// The URL of the rendition, and its loaded segments and parts.
        var location: String
        var loaded: Set<Piece> = []
        var placer = SegmentCuePlacer()
        /// The discontinuity sequence whose offset was awaited without success.
        var unknownSequence: Int?
        /// The number of loaded segments at which the ones that are no longer listed are removed.
        var nextTrim = minimumTrim
        static let minimumTrim = 256
        /// Whether the format is not supported, which is reported once.
        var isUnsupported = false
    }

    /// The format of the segments is not supported.
    private struct UnsupportedFormat: Error {
        let error: PlaybackError
    }

    /// The interval at which the playhead is read, in seconds.
    private static let step = 1.0

    private let presentation: any MediaPresentation
    private let leader: @Sendable () -> (any MediaRendition)?
    private let resources: SegmentResources
    private let store: PacketStore
    private let timeline: PresentationTimeline
    private let state: Locked<State>

    /// - Parameters:
    ///   - location: The absolute URL of the rendition.
    ///   - presentation: The presentation of the rendition.
    ///   - leader: Returns the rendition whose timeline the captions use.
    ///   - resources: The loader, the options of requests and the clock.
    ///   - store: The store of the playback, for the playhead.
    ///   - timeline: The timeline of the presentation.
    init(
        at location: String, of presentation: any MediaPresentation, following leader: @escaping @Sendable () -> (any MediaRendition)?,
        resources: SegmentResources, store: PacketStore, timeline: PresentationTimeline
    ) {
        state = Locked(State(location: location))
        self.presentation = presentation
        self.leader = leader
        self.resources = resources
        self.store = store
        self.timeline = timeline
    }

    private func rendition(at location: String) async throws -> any MediaRendition {
        try await presentation.rendition(at: location, following: leader())
    }

    private func others(_ location: String, isFailing: Bool) -> [String] {
        presentation.pathways?.captions(insteadOf: location, isFailing: isFailing) ?? []
    }

    func run(from time: Double, into sink: CueSink) async throws {
        guard !state.withLock({ $0.isUnsupported }) else { return }
        var rendition = try await begin()
        rendition.acquire()
        defer { rendition.release() }
        var cursor = rendition.cursor(at: time)
        while true {
            let next = try await rendition.next(at: cursor)
            var isStuck = false
            if case .stuck = next { isStuck = true }
            if let other = await replacement(for: rendition, isFailing: isStuck) {
                other.acquire()
                // Segments of all renditions have the same boundaries except for rounding.
                let rounding = 0.05
                cursor = other.cursor(at: rendition.start(of: cursor) + rounding)
                rendition.release()
                rendition = other
                continue
            }
            switch next {
            case .ended: return
            case .stuck: try await resources.clock.sleep(for: max(1, rendition.targetDuration / 2))
            case .segment(let segment):
                cursor = segment.next
                while segment.start > store.lastPlayhead + store.limits.captions { try await resources.clock.sleep(for: Self.step) }
                var isLate = false
                defer { if !isLate { sink.reach(segment.end) } }
                guard !segment.isGap, !state.withLock({ $0.loaded.contains(Piece(segment)) }) else { continue }
                do {
                    try await load(segment, into: sink)
                } catch {
                    if Task.isCancelled || error is CancellationError { throw CancellationError() }
                    if let failure = error as? UnsupportedFormat {
                        state.withLock { $0.isUnsupported = true }
                        throw failure.error
                    }
                    let failure = PlaybackError(cause: error, otherwise: .captionsInvalid, url: segment.url)
                    isLate = failure.isNotFound && rendition.isAwaited(segment, timeout: nil)
                    if isLate {
                        cursor = segment.cursor
                    } else if resources.keyFailures.admit(failure) {
                        sink.warn(failure.with(severity: .warning))
                    }
                }
                if !rendition.isComplete { forgetPast(of: rendition) }
            }
        }
    }

    /// Returns the rendition, or a replacement if the rendition is unavailable.
    private func begin() async throws -> any MediaRendition {
        let location = state.withLock { $0.location }
        do {
            return try await rendition(at: others(location, isFailing: false).first ?? location)
        } catch {
            if error is CancellationError || Task.isCancelled { throw error }
            for other in others(location, isFailing: true) {
                guard let found = try? await rendition(at: other) else { continue }
                move(to: other)
                return found
            }
            throw error
        }
    }

    /// Returns the rendition to continue with; `nil` to stay.
    private func replacement(for current: any MediaRendition, isFailing: Bool) async -> (any MediaRendition)? {
        for location in others(current.url, isFailing: isFailing) where location != current.url {
            guard !Task.isCancelled, let found = try? await rendition(at: location) else { continue }
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

    private func load(_ segment: Segment, into sink: CueSink) async throws {
        guard let location = URL(text: segment.url) else { throw PlaybackError(.invalidURL, url: segment.url) }
        let initialization = try await resources.bytes(ofOptional: segment.initialization)
        if let initialization { try check(initialization, segment.url) }
        let request = resources.options.request(location, for: .segment(.captions), byteRange: segment.byteRange)
        var (_, bytes) = try await resources.loader.loadWhole(request, upTo: CaptionsFile.limit)
        if let cipher = try await resources.decryption(of: segment).cipher {
            bytes = try SegmentResources.decrypt(bytes, cipher)
        }
        if initialization == nil { try check(bytes, segment.url) }
        let text = CaptionFormat.webVTT(bytes, initialization: initialization)
        let file = try CaptionsFile.webVTT(text, url: segment.url)
        var offsets = segment.placement.map { [$0.offset] } ?? []
        if offsets.isEmpty { offsets = try await self.offsets(of: segment, with: file) }
        let place = SegmentPlace(start: segment.start, duration: segment.duration, timestampOffsets: offsets)
        let cues = state.withLock { state in
            state.loaded.insert(Piece(segment))
            return state.placer.cues(of: file, at: place)
        }
        let visible = segment.placement.map { Self.visible(cues, $0) } ?? cues
        // WebVTT repeats a cue in each of its segments.
        if text == bytes { sink.insert(visible) } else { sink.insertPieces(visible) }
    }

    /// Returns the cues within the period of a segment, cut at its ends: a file may be longer than its period.
    private static func visible(_ cues: [CaptionCue], _ placement: MediaPlacement) -> [CaptionCue] {
        cues.compactMap { cue in
            var cue = cue
            cue.startTime = max(cue.startTime, placement.visibleFrom)
            cue.endTime = min(cue.endTime, placement.visibleUntil)
            return cue.startTime < cue.endTime ? cue : nil
        }
    }

    private func check(_ bytes: [UInt8], _ url: String) throws(UnsupportedFormat) {
        guard let format = CaptionFormat.unsupported(bytes) else { return }
        throw UnsupportedFormat(
            error: PlaybackError(.captionsInvalid, severity: .warning, url: url, underlying: "The format is not supported: \(format)."))
    }

    /// Returns the offsets of the discontinuity sequence of a segment; waits for the leading rendition, which may not have reached the
    /// sequence yet, or a jump of its timestamps without a mark, and does not reach it before the playhead is near.
    /// - Returns: The offsets; empty if the leading rendition does not have the sequence.
    private func offsets(of segment: Segment, with file: WebVTTFile) async throws -> [Double] {
        let sequence = segment.discontinuity
        let maximumAttempts = 40
        let interval = 0.25
        // Captions are loaded further ahead than pictures.
        let near = 5.0
        var attempts = 0
        while true {
            // What is loaded is read first: the offset of a jump is set before the packets behind it are loaded.
            let isReached = isReached(segment)
            let offsets = timeline.allOffsets(of: sequence, at: segment.start)
            let place = SegmentPlace(start: segment.start, duration: segment.duration, timestampOffsets: offsets)
            let isAwaited = state.withLock { state in
                offsets.isEmpty ? state.unknownSequence != sequence : !isReached && !state.placer.isPlaced(file, at: place)
            }
            guard isAwaited, offsets.isEmpty || attempts < maximumAttempts else { return offsets }
            if segment.start < store.lastPlayhead + near { attempts += 1 }
            guard attempts <= maximumAttempts else { break }
            try await resources.clock.sleep(for: interval)
        }
        state.withLock { $0.unknownSequence = sequence }
        return []
    }

    /// Whether the leading rendition is loaded up to the middle of a segment, or to its end.
    private func isReached(_ segment: Segment) -> Bool {
        if store.mediaEnd != nil { return true }
        let end = store.loadedEnd(of: .video) ?? store.loadedEnd(of: .audio) ?? -.infinity
        return end >= segment.start + segment.duration / 2
    }

    /// Removes the segments that have left a live window.
    private func forgetPast(of rendition: any MediaRendition) {
        guard state.withLock({ $0.loaded.count >= $0.nextTrim }) else { return }
        guard let start = rendition.window(at: resources.clock.now)?.seekable.start else { return }
        state.withLock { state in
            state.loaded = state.loaded.filter { rendition.start(of: $0.cursor) >= start }
            // The threshold doubles, so that each segment is checked about twice.
            state.nextTrim = max(State.minimumTrim, 2 * state.loaded.count)
        }
    }
}
