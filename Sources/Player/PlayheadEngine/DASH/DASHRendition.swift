import PlayheadCore
import PlayheadDASH
import PlayheadMetadata

/// One track of a DASH presentation from one of its servers, in all periods.
final class DASHRendition: MediaRendition {
    private struct State {
        /// The timeline of a version of the manifest, and the number of indices that were loaded for it.
        var timeline: (version: Int, indices: Int, value: DASHTimeline)?
        var edge = -Double.infinity
        var delay = PublicationDelay()
        /// The distance of the presentation's time from that of the clock, in seconds, also after its end; `nil` on demand.
        var lead: Double?
        /// The minimum of this distance, which the lists of segments have shown, in seconds.
        var listedLead = -Double.infinity
        /// The version of the manifest whose last segment was recorded.
        var listedVersion: Int?
    }

    let url: String
    private let track: DASHTrack
    private let tracks: DASHTracks
    private let place: DASHPlace
    private let feed: ManifestFeed
    private let indexes: DASHIndexes
    private let requestedLatency: Double?
    private let state = Locked(State())

    /// - Parameters:
    ///   - track: The track.
    ///   - tracks: The tracks of the presentation.
    ///   - place: The server.
    ///   - url: The URL that identifies the rendition.
    ///   - feed: The manifest.
    ///   - indexes: The indices of resources.
    ///   - latency: The distance from the live edge that the app requests for low latency, in seconds; `nil` follows the origin.
    init(
        _ track: DASHTrack, of tracks: DASHTracks, at place: DASHPlace, url: String, feed: ManifestFeed, indexes: DASHIndexes,
        latency: Double?
    ) {
        self.track = track
        self.tracks = tracks
        self.place = place
        self.url = url
        self.feed = feed
        self.indexes = indexes
        requestedLatency = latency
    }

    private var clock: any PlaybackClock { feed.resources.clock }
    var bitrate: Int? { track.bandwidth }

    // MARK: The timeline

    /// The timeline at this moment.
    var timeline: DASHTimeline {
        let content = feed.content
        let loaded = indexes.count
        let now = clock.now
        var timeline = state.withLock { state in
            if let known = state.timeline, known.version == content.version, known.indices == loaded { return known.value }
            let made = makeTimeline(content)
            // Before the first use the origin is not known yet.
            if content.isPlaced { state.timeline = (content.version, loaded, made) }
            return made
        }
        timeline.isComplete = content.isComplete(at: now)
        let clockTime = timeline.isComplete ? nil : content.time(at: now)
        let lead = state.withLock { state -> Double? in
            let isNew = timeline.isListed && state.listedVersion != content.version
            if isNew, let clockTime {
                let time = timeline.listedTime(after: max(clockTime, now + state.listedLead), published: content.publishTime)
                state.listedLead = time.map { $0 - now } ?? state.listedLead
            }
            let lead = clockTime.map { max($0 - now, state.listedLead) }
            state.lead = lead ?? state.lead
            if isNew, let lead = state.lead {
                state.listedVersion = content.version
                state.delay.list(upTo: timeline.end, duration: timeline.targetDuration, at: now + lead)
            }
            return lead
        }
        guard let time = content.endlessFrom ?? lead.map({ now + $0 }) else { return timeline }
        timeline.now = time
        if let depth = timeline.depth { timeline.windowStart = min(time, content.end) - depth }
        return timeline
    }

    private func makeTimeline(_ content: ManifestFeed.Content) -> DASHTimeline {
        var timeline = DASHTimeline(content: track.content)
        let periods = content.manifest.periods
        for (index, period) in periods.enumerated() {
            guard let representation = DASHTracks.representation(of: track, in: period) else { continue }
            let base = place.base(among: representation.baseURLs)
            var part = DASHTimeline.Part(
                number: content.number(of: period), start: period.start - content.origin,
                end: period.duration.map { period.start - content.origin + $0 },
                isLast: index == periods.count - 1 && content.listsLastPeriod, representation: representation,
                table: representation.segments, base: base, place: place)
            let isWebM = representation.mimeType?.hasSuffix("/webm") == true
            let header = isWebM ? part.initialization(content: track.content) : nil
            if let range = part.table.indexRange, !isWebM || header != nil {
                let pending = DASHIndex(url: place.url(for: base, base: base), range: range, content: track.content, header: header)
                if let loaded = indexes.entries(of: pending) {
                    part.table = part.table.indexed(by: loaded.entries, timescale: loaded.timescale)
                } else {
                    part.pendingIndex = pending
                }
            } else if case .resource = part.table.location {
                // The resource is loaded as a whole.
                part.table.initialization = nil
            }
            timeline.parts.append(part)
        }
        if let depth = content.manifest.timeShiftBufferDepth {
            // A segment stays available for its own duration longer (ISO/IEC 23009-1 §5.3.9.5.3): a window of two segments, within which
            // playback would have to begin at the live edge, is extended by that time, up to three segments.
            let segment = timeline.targetDuration
            timeline.depth = max(depth, min(depth + segment, 3 * segment))
        }
        return timeline
    }

    /// Loads the index of the period that contains `time` (seconds).
    func prepare(at time: Double) async throws {
        if case .index(let index) = timeline.availability(at: cursor(at: time)) { try await indexes.load(index) }
    }

    // MARK: Loading

    func acquire() { feed.acquire() }
    func release() { feed.release() }

    func next(at cursor: SegmentCursor) async throws -> NextSegment {
        while true {
            try Task.checkCancellation()
            let version = feed.content.version
            let timeline = timeline
            switch timeline.availability(at: cursor) {
            case .segment(let segment):
                guard let wait = wait(for: segment, in: timeline) else { return .segment(segment) }
                try await feed.wait(beyond: version, until: clock.now + min(wait, max(1, timeline.targetDuration)))
            case .ended: return .ended
            case .index(let index):
                do {
                    try await indexes.load(index)
                } catch {
                    if error is CancellationError || Task.isCancelled { throw CancellationError() }
                    return .stuck(PlaybackError(cause: error, otherwise: .manifestInvalid, url: index.url))
                }
            case .later(let time):
                // The clock determines what is available without an update.
                if time == .infinity, let failure = feed.stuck(at: clock.now) { return .stuck(failure) }
                let delay = timeline.now.map { time - $0 } ?? .infinity
                // An end that follows from the clock is checked from time to time.
                let maximum = max(1, timeline.targetDuration)
                try await feed.wait(beyond: version, until: clock.now + min(max(0.005, delay), maximum))
            }
        }
    }

    /// Returns the seconds until an available segment is requested, because the origin publishes later than its manifest says; `nil` for now.
    private func wait(for segment: Segment, in timeline: DASHTimeline) -> Double? {
        guard let (due, now) = due(segment, in: timeline) else { return nil }
        let wait = state.withLock { $0.delay.requestTime(of: due) } - now
        return wait > 0 ? wait : nil
    }

    /// Returns the time at which a live segment should be available, by the clock and because it was listed, and the present one, in
    /// seconds; `nil` on demand. What the last manifest of a live presentation lists may be late as well.
    private func due(_ segment: Segment, in timeline: DASHTimeline) -> (time: Double, now: Double)? {
        let (lead, listed) = state.withLock { ($0.lead, $0.delay.listedTime(of: segment.end)) }
        guard let lead, let time = timeline.availableTime(of: segment.cursor) ?? listed else { return nil }
        return (max(time, listed ?? time), clock.now + lead)
    }

    func isAwaited(_ segment: Segment, timeout: Double?) -> Bool {
        guard let (due, now) = due(segment, in: timeline) else { return false }
        // What is later is missing; the next segment shows it.
        let timeout = timeout ?? 3 * max(1, segment.duration)
        let (minimum, maximum) = (0.1, 0.5)
        let delay = segment.isHinted ? minimum : max(minimum, min(maximum, segment.duration / 4))
        return state.withLock { $0.delay.miss(due, retryingAfter: delay, timeout: timeout, at: now) }
    }

    func found(_ segment: Segment, at time: Double) {
        guard let (due, now) = due(segment, in: timeline) else { return }
        let reached = now - (clock.now - time)
        state.withLock { $0.delay.find(due, at: reached) }
    }

    /// Handles the expiry of a manifest (ISO/IEC 23009-1 §5.10.4): the content begins with the publish time of the last version that
    /// expires. A patch or a manifest that follows it is not used.
    func handle(_ messages: [EventMessage]) {
        let (values, maximumLength) = (["1", "2", "3"], 64)
        for message in messages where message.scheme == "urn:mpeg:dash:event:2012" && values.contains(message.value) {
            let text = String(decoding: message.data.prefix(maximumLength).prefix { $0 != 0 }, as: UTF8.self)
            if let time = ManifestClock.date(text) { feed.expire(publishedUntil: time) }
        }
    }

    // MARK: Live

    /// Whether segments are loaded while they are produced.
    private func isLowLatency(_ timeline: DASHTimeline) -> Bool {
        guard let last = timeline.parts.last else { return false }
        return last.lead > 0 && !last.representation.isAvailabilityComplete
    }

    private func edge(of timeline: DASHTimeline) -> Double? {
        guard let time = timeline.now, !timeline.isComplete else { return nil }
        let listed = timeline.end
        let slack = 1.5
        // If the origin stalls, the edge stops.
        let reached = min(time, feed.content.end, listed + slack * max(1, timeline.targetDuration))
        return state.withLock { state in
            state.edge = max(state.edge, reached)
            return state.edge
        }
    }

    private func targetLatency(_ timeline: DASHTimeline) -> Double {
        let content = feed.content
        let manifest = content.manifest
        let segment = max(0.1, timeline.targetDuration)
        let isLow = isLowLatency(timeline)
        let described = manifest.serviceDescription?.targetLatency.map { $0 - productionDelay(timeline, content) }
        var target = described ?? manifest.suggestedPresentationDelay ?? max(3 * segment, manifest.minBufferTime ?? 0)
        if isLow, let requestedLatency, requestedLatency.isFinite { target = requestedLatency }
        let minimum = (isLow ? 0.2 : 1.5 * segment) + state.withLock { $0.delay.value }
        let window = max(0, min(timeline.now ?? 0, content.end) - timeline.beginning)
        return max(minimum, min(target, max(minimum, window - segment)))
    }

    /// Returns the seconds from the production of the media to their time on the timeline, if the described latency counts from production
    /// (ISO/IEC 23009-1 §5.12); 0 otherwise.
    private func productionDelay(_ timeline: DASHTimeline, _ content: ManifestFeed.Content) -> Double {
        // A difference of more is a fault of a clock.
        let maximum = 30.0
        guard let wanted = content.manifest.serviceDescription?.latencyReference, let part = timeline.parts.last,
            let reference = part.representation.referenceTimes.first(where: { $0.id == wanted })
        else { return 0 }
        let time = content.origin + part.start + part.table.seconds(reference.mediaTime)
        let delay = (content.manifest.availabilityStartTime ?? 0) + time - reference.date
        return abs(delay) <= maximum ? delay : 0
    }

    var startTime: Double {
        let timeline = timeline
        guard let edge = edge(of: timeline) else { return timeline.beginning }
        return max(timeline.beginning, edge - targetLatency(timeline))
    }

    func window(at now: Double) -> LiveWindow? {
        let timeline = timeline
        guard let edge = edge(of: timeline) else { return nil }
        let latency = targetLatency(timeline)
        let start = min(timeline.beginning, edge)
        return LiveWindow(
            seekable: TimeRange(start: start, end: max(start, edge - latency)), edge: edge, targetLatency: latency,
            isLowLatency: isLowLatency(timeline), measuredAt: now)
    }

    // MARK: Reading

    var isComplete: Bool { timeline.isComplete }
    var isIFramesOnly: Bool { false }
    var isProtected: Bool {
        timeline.parts.contains { part in
            !part.representation.protections.isEmpty && DASHTimeline.systems(of: part.representation, base: part.base).licenseURL == nil
        }
    }
    var targetDuration: Double { timeline.targetDuration }
    var beginning: Double { timeline.beginning }
    var end: Double {
        let content = feed.content
        let timeline = timeline
        guard timeline.isComplete else { return timeline.end }
        // The last segment may be longer than the presentation, and another track may continue in a period without this one.
        let end = timeline.parts.last?.end ?? timeline.end
        let last = tracks.lastPeriod(of: content.manifest)
        return max(end, last.flatMap { period in period.duration.map { period.start - content.origin + $0 } } ?? end)
    }

    func cursor(at time: Double) -> SegmentCursor { timeline.cursor(at: time) }
    func start(of cursor: SegmentCursor) -> Double { timeline.start(of: cursor) }
    func discontinuity(at cursor: SegmentCursor) -> Int { timeline.discontinuity(at: cursor) }
    func segment(at cursor: SegmentCursor) -> Segment? {
        if case .segment(let segment) = timeline.availability(at: cursor) { segment } else { nil }
    }
    func segment(containing time: Double) -> Segment? {
        let content = feed.content
        let timeline = timeline
        // The nearest segment is that of another period if the track has no representation in the period.
        guard let number = content.period(at: time).map({ content.number(of: $0) }), timeline.parts.contains(where: { $0.number == number })
        else { return nil }
        return timeline.segment(containing: time)
    }
    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor? { timeline.earlier(than: cursor, at: time) }
    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)] {
        timeline.upcoming(from: cursor, count: count)
    }
    func remaining(from cursor: SegmentCursor) -> Int? { timeline.remaining(from: cursor) }
    func hasMore(after cursor: SegmentCursor) -> Bool { timeline.hasMore(after: cursor) }
    func isNewest(_ cursor: SegmentCursor) -> Bool { timeline.isNewest(cursor) }
    func room(beyond playhead: Double) -> Double {
        let timeline = timeline
        return timeline.isComplete ? .infinity : max(0, min(timeline.end, timeline.now ?? .infinity) - playhead)
    }
    /// The manifest determines times exactly.
    func rounding(before cursor: SegmentCursor) -> Double? { 0 }
    /// Times of the manifest are not corrected.
    func move(from cursor: SegmentCursor, by offset: Double) -> Bool { true }
}

extension DASHTimeline {
    /// Returns the present time, in seconds, if the list shows that the clock is behind: the list begins later, or was published later.
    /// - Parameters:
    ///   - time: The time by the clock; ``now`` is `nil`.
    ///   - published: The time at which the manifest was published, or `nil`.
    /// - Returns: The time, at most the end of the list; `nil` if the clock may be right.
    fileprivate func listedTime(after time: Double, published: Double?) -> Double? {
        guard let part = parts.first, part.isListed, let first = part.table.segment(at: 0) else { return nil }
        // A presentation that has not begun is listed from the start of its period.
        if part.start + part.table.start(of: first) > max(time, part.start + targetDuration) { return end }
        // Dates may be rounded to seconds.
        let rounding = 1.0
        return published.map { min($0, end) }.flatMap { $0 > time + rounding ? $0 : nil }
    }
}
