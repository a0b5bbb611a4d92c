import PlayheadCore
import PlayheadTransport

/// Fetches the segments of one role in order and appends their bytes to runs.
struct SegmentFetcher: Sendable {
    let chooser: any RenditionChooser
    let resources: SegmentResources
    let store: PacketStore
    let tracks: Set<TrackKind>
    let generation: Int
    /// Called for each segment that is skipped.
    let warn: @Sendable (PlaybackError) -> Void
    /// Counts the bytes of segments in place of a demuxer; `nil` if they are demuxed.
    var meter: SegmentMeter?
    /// Receives the metadata found in segments.
    var metadata: MetadataTracker?
    /// Whether the dates of segments are reported: the dates of one rendition are sufficient.
    var reportsDates = true
    /// Called for each change to another rendition.
    var onSelect: @Sendable (RenditionSelection) -> Void = { _ in }
    /// Called for each segment or part that was fetched completely.
    var onFinish: @Sendable (SegmentTransfer) -> Void = { _ in }
    /// The head start of the pictures that the first request waits for; `nil` to send it immediately.
    var headStart: HeadStart?
    /// Called when a segment is requested.
    var onRequest: @Sendable () -> Void = {}
    /// Called when the response with a segment begins, and when no response is expected any more.
    var onResponse: @Sendable () -> Void = {}
    /// The timeout for a manifest that cannot be reloaded or replaced, once everything loaded is played, in seconds. It is shorter than the
    /// timeout of the player for buffering, so that the error states the reason.
    var timeout = 24.0

    /// The state of the fetching loop.
    struct Place {
        var selection: RenditionSelection
        var cursor: SegmentCursor
        var run: SegmentRun?
        var initialization: InitializationSegment?
        /// The protected tracks of the initialization segment.
        var tracks = ProtectedTracks()
        /// The required format of segments, if the initialization segment determines it.
        var shape: SegmentShape?
        /// Whether each segment is a file of its own, which a demuxer reads alone.
        var isSelfContained = false
        /// Whether stray bytes were reported.
        var hasReportedStrayBytes = false
        /// Whether the next run continues where a run of another rung ended.
        var isContinuation = false
        /// Whether the next segment follows a skipped one.
        var isAfterHole = false
        /// The end of the last gap that was skipped, in seconds.
        var gapEnd = -Double.infinity
        /// The time up to which no other rendition is selected, in seconds.
        var keptUntil = -Double.infinity

        var rendition: any MediaRendition { selection.rendition }

        mutating func endRun() {
            run?.finish()
            run = nil
        }

        /// Switches to another rendition at `time`.
        mutating func move(to other: RenditionSelection, at time: Double) {
            other.rendition.acquire()
            rendition.release()
            selection = other
            isContinuation = !isAfterHole
            // Segments of all rungs have the same boundaries except for rounding.
            let rounding = 0.05
            cursor = other.rendition.cursor(at: time + rounding)
        }
    }

    /// Fetches segments starting at `cursor` of `selection`, until the end, an error, or cancellation. If the segment at `cursor` could not
    /// be demuxed because of `failure`, the chooser selects the replacement. No other rendition is selected up to `time` (seconds).
    func run(
        from cursor: SegmentCursor, of selection: RenditionSelection, after failure: PlaybackError? = nil,
        keptUntil time: Double = -.infinity, into runs: RunQueue
    ) async {
        var place = Place(selection: selection, cursor: cursor, keptUntil: time)
        place.rendition.acquire()
        defer {
            place.rendition.release()
            onResponse()
        }
        do {
            if let failure { try await recover(fromReading: failure, &place) }
            var isFirst = true
            while true {
                if !isFirst, !(await waitForRoom(place)) { break }
                try Task.checkCancellation()
                if place.cursor.part == 0, !isFirst { await choose(&place) }
                isFirst = false
                guard let segment = try await nextAfterChoice(&place) else { break }
                if segment.isGap { try await passGap(segment, &place) } else { try await load(segment, &place, runs) }
                onResponse()
            }
            place.endRun()
            runs.finish()
        } catch {
            place.run?.finish(error)
            runs.finish(error)
        }
    }

    /// Waits until there is room for the next segment.
    /// - Returns: Whether the generation is still current.
    private func waitForRoom(_ place: Place) async -> Bool {
        let duration = place.rendition.upcoming(from: place.cursor, count: 1).first?.duration ?? 0
        let reach = place.rendition.start(of: place.cursor) + duration
        // Packets in the store determine the room, and the bytes of the last segment may not be demuxed yet.
        if reach > store.lastPlayhead + store.limits.forward { await place.run?.waitUntilRead() }
        return await store.waitForRoom(tracks, from: reach - duration, for: duration, generation: generation)
    }

    /// Continues at a segment that is missing at the origin: in another rendition that has it (RFC 8216bis §6.3.3), otherwise after it.
    private func passGap(_ segment: Segment, _ place: inout Place) async throws {
        let gap = PlaybackError(.segmentGap, severity: .warning, url: segment.url)
        // A gap that overlaps a skipped one was looked for elsewhere. Without this check, renditions with other boundaries would lead back
        // to each other forever.
        let rounding = 0.05
        guard !segment.isPart, segment.start > place.gapEnd - rounding else {
            warn(gap)
            return skipGap(segment, &place)
        }
        let recovery = await chooser.recover(from: gap, at: segment, of: place.selection)
        try Task.checkCancellation()
        switch recovery {
        case .use(let other):
            place.endRun()
            move(&place, to: other, at: segment.start)
        case .skip: skipGap(segment, &place)
        case .giveUp:
            warn(gap)
            skipGap(segment, &place)
        }
    }

    private func skipGap(_ segment: Segment, _ place: inout Place) {
        place.endRun()
        place.isContinuation = false
        place.isAfterHole = true
        place.gapEnd = max(place.gapEnd, segment.end)
        place.cursor = segment.next
    }

    private func load(_ segment: Segment, _ place: inout Place, _ runs: RunQueue) async throws {
        do {
            try await fetch(segment, &place, runs)
        } catch {
            if error is CancellationError || Task.isCancelled { throw error }
            try await recover(from: error, segment, &place)
        }
    }

    /// Returns the next segment of the current rendition; if others were stuck before, it is stuck too at the deadline.
    private func next(at place: Place, or stuck: (error: PlaybackError, deadline: Double)?) async throws -> NextSegment {
        let (rendition, cursor, clock) = (place.rendition, place.cursor, resources.clock)
        guard let stuck, clock.now < stuck.deadline else { return try await rendition.next(at: cursor) }
        return try await withThrowingTaskGroup(of: NextSegment.self) { group in
            group.addTask { try await rendition.next(at: cursor) }
            group.addTask {
                try await clock.sleep(until: stuck.deadline)
                return .stuck(stuck.error)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .stuck(stuck.error)
        }
    }

    /// Returns the next segment, from another rendition if the manifest cannot be reloaded; `nil` at the end.
    private func next(_ place: inout Place) async throws -> Segment? {
        var stuck: (error: PlaybackError, deadline: Double)?
        while true {
            switch try await next(at: place, or: stuck) {
            case .ended: return nil
            case .stuck(let error):
                let now = resources.clock.now
                // All renditions together have the time: otherwise the player would give up before a ladder of many rungs does.
                let deadline = stuck?.deadline ?? now + timeout
                stuck = (error, deadline)
                let enough = 0.5
                if now >= deadline, store.loaded(beyond: store.lastPlayhead) < enough { throw error }
                if let other = await chooser.recover(fromStuck: error, of: place.selection) {
                    let time = place.rendition.start(of: place.cursor)
                    place.endRun()
                    move(&place, to: other, at: time)
                } else {
                    // There is no replacement, but the manifest may become available again.
                    let pause = 0.5
                    try await resources.clock.sleep(for: pause)
                }
            case .segment(let segment):
                reportExpired(segment, place)
                if segment.cursor.part == 0, place.cursor.part > 0, segment.cursor.sequence == place.cursor.sequence {
                    // The parts are no longer listed: the whole segment is loaded, and the frames that are already in the store are hidden.
                    place.endRun()
                    place.isContinuation = true
                } else if segment.cursor != place.cursor {
                    place.endRun()
                }
                place.cursor = segment.cursor
                return segment
            }
        }
    }

    /// Returns the next segment after a choice of its rendition, if it is the first part of a segment that follows parts: which part of an open
    /// segment is the last one is known only once the next segment has begun.
    private func nextAfterChoice(_ place: inout Place) async throws -> Segment? {
        let before = place.cursor
        guard let segment = try await next(&place) else { return nil }
        guard before.part > 0, segment.beginsSegment, segment.cursor.sequence != before.sequence else { return segment }
        return await choose(&place) ? try await next(&place) : segment
    }

    /// Selects the rendition for the next segment.
    /// - Returns: Whether it is another one.
    @discardableResult
    private func choose(_ place: inout Place) async -> Bool {
        // No rung is selected at the end: the last segment would be fetched again from another rung.
        let rounding = 0.05
        guard place.rendition.remaining(from: place.cursor) != 0, place.rendition.start(of: place.cursor) > place.keptUntil + rounding
        else { return false }
        let next = await chooser.selection(at: place.cursor, of: place.selection)
        guard next.rendition !== place.rendition else { return false }
        let time = place.rendition.start(of: place.cursor)
        place.endRun()
        move(&place, to: next, at: time)
        return true
    }

    func move(_ place: inout Place, to other: RenditionSelection, at time: Double) {
        place.move(to: other, at: time)
        onSelect(other)
    }

    /// Warns about segments that have left a live window before they were fetched.
    private func reportExpired(_ segment: Segment, _ place: Place) {
        guard segment.cursor.sequence > place.cursor.sequence, segment.cursor.epoch == place.cursor.epoch, place.cursor.part == 0 else {
            return
        }
        let last = segment.cursor.sequence.saturatingSubtracting(1)
        warn(
            PlaybackError(
                .segmentGap, severity: .warning, url: segment.url,
                underlying: "Segments \(place.cursor.sequence) to \(last) have left the live window."))
    }

    private func recover(from error: any Error, _ segment: Segment, _ place: inout Place) async throws {
        let failure = PlaybackError(cause: error, otherwise: .segmentInvalid, url: segment.url).ofNetwork(as: .segmentUnreachable)
        switch await chooser.recover(from: failure, at: segment, of: place.selection) {
        case .use(let other):
            place.run?.truncate(segment.cursor)
            place.run = nil
            move(&place, to: other, at: segment.start)
        case .skip:
            place.run?.truncate(segment.cursor, isReplaced: false)
            place.run = nil
            place.isContinuation = false
            place.isAfterHole = true
            place.cursor = segment.isPart ? segment.cursor.nextSegment : segment.next
        case .giveUp: throw failure
        }
    }

    /// Recovers from a segment that could not be demuxed, unless the segment has left the window meanwhile.
    private func recover(fromReading failure: PlaybackError, _ place: inout Place) async throws {
        guard let segment = place.rendition.segment(at: place.cursor), segment.cursor == place.cursor else { return }
        try await recover(from: failure, segment, &place)
    }
}
