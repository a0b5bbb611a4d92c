import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadMetadata

/// Loads one rendition from one segment on: a task that fetches and a thread that demuxes. A seek or switch makes a new session.
final class RenditionSession: Sendable {
    /// What it is to do.
    struct Plan: Sendable {
        /// What it begins with.
        var selection: RenditionSelection
        /// The first segment.
        var cursor: SegmentCursor
        /// The tracks that are wanted of it.
        var tracks: Set<TrackKind>
        var generation: Int
        /// Frames before this time are another session's.
        var visibleFrom = -Double.infinity
        /// What the first packets have to cover, in seconds, or `nil`: playlists' durations are only roughly true, so the segment that has
        /// this time by the playlist may begin behind it. Then the session begins anew, further in front.
        var covers: Double?
        /// Whether it sets the timeline's offsets (or waits for them).
        var isLeading: Bool
    }

    /// What a session's first demuxer found.
    struct Opened: Sendable {
        var streams: [StreamInfo]
        var format: String
        var video: StreamInfo?
        var audio: StreamInfo?
    }

    private struct State {
        var isStopped = false
        var opening: CheckedContinuation<Opened, any Error>?
        var outcome: Result<Opened, any Error>?
        var failure: PlaybackError?
        var runs = RunQueue()
        /// The last one fills `runs`; those before it were cancelled.
        var fetching: [Task<Void, Never>] = []
        var thread: WorkerThread?
    }

    /// What the demuxing thread could not read.
    private struct Damage {
        /// Segments in a row that may be damaged before it gives up.
        static let longest = 3
        var last: PlaybackError?
        var cursor: SegmentCursor?
        /// Damaged places since anything could be read.
        var count = 0
        /// Whether anything was ever read, and of the current run.
        var hasRead = false
        var hasReadOfRun = false
        /// Where it began anew, further in front, last: what begins too late there too is taken as it is.
        var earlier: SegmentCursor?
    }

    /// A whole segment that the demuxer has passed over without a word.
    private struct LostSegment: Error {
        var unit: FetchUnit
    }

    let plan: Plan
    private let fetcher: SegmentFetcher
    let store: PacketStore
    private let timeline: PresentationTimeline
    private let onFailure: @Sendable (PlaybackError) -> Void
    private let state = Locked(State())

    /// - Parameter onFailure: Hears, on the demuxing thread, why nothing more comes of it.
    init(
        plan: Plan, fetcher: SegmentFetcher, store: PacketStore, timeline: PresentationTimeline,
        onFailure: @escaping @Sendable (PlaybackError) -> Void
    ) {
        self.plan = plan
        self.fetcher = fetcher
        self.store = store
        self.timeline = timeline
        self.onFailure = onFailure
    }

    /// Starts loading, unless it was stopped already.
    func start() {
        let isStarted =
            load(from: plan.cursor, of: plan.selection)
            && state.withLock { state in
                guard !state.isStopped else { return false }
                state.thread = WorkerThread(name: "playhead.hls") { [self] in demux() }
                return true
            }
        if !isStarted { answer(.failure(CancellationError())) }
    }

    /// Fetches from `cursor` on, in place of what was fetched so far.
    /// - Parameter failure: Why what is there could not be read: then what the chooser has in its place.
    /// - Returns: False where it was stopped.
    private func load(from cursor: SegmentCursor, of selection: RenditionSelection, after failure: PlaybackError? = nil) -> Bool {
        let fresh = RunQueue()
        let old = state.withLock { state -> (runs: RunQueue, task: Task<Void, Never>?)? in
            guard !state.isStopped else { return nil }
            let old = (state.runs, state.fetching.last)
            state.runs = fresh
            state.fetching.append(Task { [self] in await fetcher.run(from: cursor, of: selection, after: failure, into: fresh) })
            return old
        }
        guard let old else { return false }
        old.task?.cancel()
        old.runs.cancel()
        return true
    }

    /// Why nothing more comes of it.
    var failure: PlaybackError? { state.withLock { $0.failure } }

    /// What the first segments turned out to hold.
    func opened() async throws -> Opened {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.opening = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    /// Ends it at once; what it still appends is refused by its generation.
    func stop() {
        let (runs, task) = state.withLock { state in
            state.isStopped = true
            return (state.runs, state.fetching.last)
        }
        task?.cancel()
        runs.cancel()
        timeline.wakeWaiters()
    }

    /// Waits for the end of its tasks and its thread.
    func join() async {
        // The thread first: it may begin to load anew, but only while it runs.
        await state.withLock { $0.thread }?.join()
        for task in state.withLock({ $0.fetching }) { await task.value }
    }

    // MARK: On the demuxing thread

    private func demux() {
        var isFirst = true
        var damage = Damage()
        /// How the run before was to join, where the same is to begin further in front.
        var carried: Join?
        do {
            lead(plan.selection.feed.discontinuity(at: plan.cursor))
            while let run = try state.withLock({ $0.runs }).next() {
                damage.hasReadOfRun = false
                do {
                    if run.isIFrame {
                        lead(run.discontinuity)
                        try demuxIFrame(run)
                        isFirst = false
                        damage.hasRead = true
                        damage.count = 0
                        continue
                    }
                    let join = carried ?? join(of: run, isFirst: isFirst)
                    carried = nil
                    if let earlier = try demux(run, join: join, &damage) {
                        run.cancel()
                        carried = join
                        guard load(from: earlier, of: run.selection) else { throw CancellationError() }
                    } else {
                        isFirst = false
                        let isEmpty = plan.tracks.allSatisfy { store.last($0, generation: plan.generation) == nil }
                        if run.isTruncated, isEmpty { carried = join }
                    }
                } catch {
                    run.cancel()
                    if let lost = error as? LostSegment {
                        let failure = PlaybackError(.segmentInvalid, url: lost.unit.url, underlying: "Nothing in it can be read.")
                        guard goOn(after: failure, at: lost.unit.cursor, of: run, &damage) else { throw CancellationError() }
                        isFirst = false
                        continue
                    }
                    // What broke off so early holds nothing to read; what comes after it does.
                    if run.isTruncated, error is FFmpegError { continue }
                    let failure = PlaybackError(cause: error, otherwise: .segmentInvalid, url: run.url).ofNetwork(as: .segmentUnreachable)
                    guard error is FFmpegError || run.isIFrame && !(error is CancellationError) else { throw failure }
                    // What was read of it before may refer to what could not be.
                    if damage.hasReadOfRun { store.trimTail(plan.tracks, generation: plan.generation) }
                    guard goOn(after: failure, at: run.reading, of: run, &damage) else { throw failure }
                    isFirst = isFirst && !damage.hasRead
                }
            }
            lead(nil)
            answer(.failure(damage.last ?? PlaybackError(.manifestEmpty, url: plan.selection.feed.url)))
            if !state.withLock({ $0.isStopped }) { store.finish(plan.tracks, generation: plan.generation) }
        } catch {
            lead(nil)
            let failure = PlaybackError(cause: error, otherwise: .segmentInvalid, url: plan.selection.feed.url)
                .ofNetwork(as: .segmentUnreachable)
            let isStopped = state.withLock { state in
                state.failure = failure
                return state.isStopped
            }
            answer(.failure(failure))
            if !isStopped { onFailure(failure) }
        }
    }

    /// Goes on with what there is in place of the segment at `cursor` that could not be read.
    /// - Returns: False where it is not worth trying, or it was stopped.
    private func goOn(after failure: PlaybackError, at cursor: SegmentCursor, of run: SegmentRun, _ damage: inout Damage) -> Bool {
        if cursor != damage.cursor { damage.count += 1 }
        guard damage.count <= Damage.longest else { return false }
        damage.cursor = cursor
        damage.last = failure
        return load(from: cursor, of: run.selection, after: failure)
    }

    /// Tells the other renditions where this one is, if it leads them.
    private func lead(_ discontinuity: Int?) {
        guard plan.isLeading, !state.withLock({ $0.isStopped }) else { return }
        timeline.lead(discontinuity)
    }

    /// How a run joins what is in the store.
    private struct Join {
        /// Frames before this time are there already.
        var visibleFrom = -Double.infinity
        /// What its first packets have to cover, in seconds; `nil` where there is nothing before them.
        var covers: Double?
    }

    /// The session's first run joins as it was planned, one of another rung where that before it ended.
    private func join(of run: SegmentRun, isFirst: Bool) -> Join {
        if isFirst { return Join(visibleFrom: plan.visibleFrom, covers: plan.covers) }
        let leading: TrackKind = plan.tracks.contains(.video) ? .video : .audio
        guard run.isContinuation, let last = store.last(leading, generation: plan.generation) else { return Join() }
        // Rungs of different frame rates have their key frames not exactly at the same times.
        let misalignment = 0.03
        return Join(visibleFrom: last.start + 0.000_5, covers: last.end + misalignment)
    }

    /// Puts the packets of `run` into the store.
    /// - Returns: The segment to begin with instead, since this one begins behind what is to be covered.
    private func demux(_ run: SegmentRun, join: Join, _ damage: inout Damage) throws -> SegmentCursor? {
        lead(run.discontinuity)
        // Near a live edge, and on another rung, there is no time to wait for pictures that only tell the frame rate better: with one picture a second it
        // would be 20 s.
        let isUrgent = run.beginsWithPart || !run.selection.feed.isComplete || run.isContinuation
        let probing = isUrgent ? Demuxer.Probing(pictures: 2) : Demuxer.Probing()
        let demuxer: Demuxer
        let (video, audio): (StreamInfo?, StreamInfo?)
        do {
            demuxer = try Demuxer(source: run, probing: probing, decryptionKey: run.sampleKey)
            (video, audio) = (demuxer.bestStream(.video), demuxer.bestStream(.audio))
            guard video != nil || audio != nil else { throw PlaybackError(.noDecodableTrack, url: run.url) }
        } catch {
            // A seek or switch has ended what it is for, in the middle of a run; its session is about to be stopped.
            guard store.isCurrent(plan.generation, of: plan.tracks) else { throw CancellationError() }
            // The last moment of a stream may be too short to be recognised by itself.
            guard let earlier = startBeforeEnd(of: run), earlier != damage.earlier else { throw error }
            damage.earlier = earlier
            return earlier
        }
        answer(.success(Opened(streams: demuxer.streams, format: demuxer.format, video: video, audio: audio)))
        guard let offset = offset(of: run, demuxer, leading: video ?? audio) else { return nil }
        let lanes = [(TrackKind.video, video), (.audio, audio)].compactMap { kind, stream -> ContainerReader.Lane? in
            guard let stream, plan.tracks.contains(kind) else { return nil }
            let format = TrackFormat(
                stream: stream, offset: offset, level: run.selection.level, visibleFrom: join.visibleFrom,
                tags: run.tags.isEmpty ? nil : run.tags)
            return ContainerReader.Lane(kind: kind, format: format, next: run.start)
        }
        demuxer.select(lanes.map(\.format.stream) + (fetcher.metadata == nil ? [] : ContainerReader.metadataStreams(of: demuxer)))
        if let metadata = fetcher.metadata {
            metadata.insert(run.setOffset(offset))
            if let xmp = demuxer.xmp { metadata.describe([.xmp(xmp, start: run.start)]) }
        }
        var reader = ContainerReader(demuxer: demuxer, lanes: lanes, origin: -offset)
        let furthestJump = max(tolerance, 3 * run.selection.feed.targetDuration)
        reader.jumps = ContainerReader.Jumps(
            furthest: furthestJump, isJump: { Self.isJump($0, at: $1, expected: $2, of: run) },
            offset: { [timeline] in timeline.jumpOffset(discontinuity: run.discontinuity, timestamp: $0, start: $1) })
        reader.onMetadata = { [metadata = fetcher.metadata] packet, stream, offset in
            guard let pts = packet.pts else { return }
            metadata?.insert(ID3Tag.timedMetadata(packet: packet.bytes, at: Double(pts) * stream.timeBase + offset))
        }
        var held: [(MediaPacket, TrackKind)] = []
        if let time = join.covers, let leading = lanes.first?.kind {
            var bytes = 0
            while bytes < ContainerReader.mostHeld, let next = try reader.next() {
                held.append(next)
                bytes += next.0.packet.size
                let late = next.0.time - time
                guard next.1 == leading else {
                    // Without pictures there, the rest of the presentation would be read in search of one.
                    if late > ContainerReader.absence { break }
                    continue
                }
                // What another track covers has no pictures there, wherever reading begins.
                let isAbsent = late > ContainerReader.absence && held.contains { $0.1 != leading && $0.0.time <= time + 0.5 }
                if !isAbsent, let earlier = earlierStart(of: run, late: late), earlier != damage.earlier {
                    damage.earlier = earlier
                    return earlier
                }
                break
            }
        }
        var drift = DurationDrift(run)
        if run.isBrokenOff { held.removeAll { !run.isWhole($0.0) } }
        for (packet, kind) in held {
            if kind == lanes.first?.kind { drift.take(packet) }
            guard append(packet, to: kind) else { return nil }
            damage.hasRead = true
            damage.hasReadOfRun = true
        }
        var reached = held.map(\.0.end).max()
        var last = Dictionary(held.map { ($0.1, $0.0) }) { $1 }
        while let (packet, kind) = try reader.next() {
            // What comes of bytes that broke off may be half a frame; the run that follows has it whole.
            if run.isBrokenOff, !run.isWhole(packet) { continue }
            if let end = reached, let unit = lostSegment(from: end, to: packet.time, of: run, damage),
                !last.values.contains(where: { run.holds($0, in: unit) })
            {
                throw LostSegment(unit: unit)
            }
            reached = max(reached ?? packet.end, packet.end)
            if kind == lanes.first?.kind { drift.take(packet) }
            guard append(packet, to: kind) else { return nil }
            last[kind] = packet
            damage.hasRead = true
            damage.hasReadOfRun = true
            if damage.count > 0, run.reading != damage.cursor { damage.count = 0 }
        }
        // The last packet of each track may be half a frame, unless it lies before what broke off.
        if run.isTruncated { store.trimTail(Set(last.filter { !run.isWhole($0.value) }.keys), generation: plan.generation) }
        return nil
    }

    /// Whether a packet whose timestamp leads elsewhere than expected belongs where it was expected, by the playlist. Segments that overlap are no jump.
    private static func isJump(_ packet: Packet, at time: Double, expected: Double, of run: SegmentRun) -> Bool {
        let feed = run.selection.feed
        guard let position = packet.position, let cursor = run.unit(at: position), let unit = feed.unit(at: cursor), unit.cursor == cursor
        else { return true }
        func distance(_ time: Double) -> Double { max(0, unit.start - time, time - unit.end) }
        let trifle = 0.1
        let difference = distance(time) - distance(expected)
        // Where both lie in the segment, only its first packets may overlap with the one before it.
        return abs(difference) > trifle ? difference > 0 : time - unit.start > 0.5
    }

    /// - Returns: Whether anything of the session still counts: the sound may have got a session of its own meanwhile.
    private func append(_ packet: MediaPacket, to kind: TrackKind) -> Bool {
        store.append(packet, to: kind, generation: plan.generation, blocking: false)
            || store.isCurrent(plan.generation, of: plan.tracks)
    }

    /// The segment that lies wholly between two packets of `run`, both in seconds: demuxers leave out what they can't make sense of.
    private func lostSegment(from end: Double, to next: Double, of run: SegmentRun, _ damage: Damage) -> FetchUnit? {
        let least = 0.2
        let rounding = 0.1
        guard next - end > least, damage.count < Damage.longest else { return nil }
        let feed = run.selection.feed
        let cursor = feed.cursor(at: end + rounding)
        guard cursor != damage.cursor, let unit = feed.unit(at: cursor), unit.cursor == cursor, !unit.isPart, !unit.isGap,
            unit.duration > least, unit.start > end - rounding, unit.end < next + rounding
        else { return nil }
        return unit
    }

    /// The segment to begin with where `run` begins `late` seconds behind what is to be covered; `nil` where it does not, or there is none
    /// before it.
    private func earlierStart(of run: SegmentRun, late: Double) -> SegmentCursor? {
        let tolerance = 0.001
        guard late > tolerance else { return nil }
        return run.selection.feed.earlier(than: run.first, at: run.start - late)
    }

    /// The segment before `run` where the session begins with that and it is nothing but the last moment of a presentation; `nil` where it is
    /// more, or there is none before it.
    private func startBeforeEnd(of run: SegmentRun) -> SegmentCursor? {
        let (feed, moment) = (run.selection.feed, 1.0)
        guard !run.isTruncated, let count = feed.remaining(from: run.first),
            feed.upcoming(from: run.first, count: count).reduce(0, { $0 + $1.duration }) < moment,
            plan.tracks.allSatisfy({ store.last($0, generation: plan.generation) == nil })
        else { return nil }
        return feed.earlier(than: run.first, at: run.start - moment)
    }

    /// Where the run's timestamps lie on the presentation's timeline, or `nil` where the session was stopped meanwhile.
    private func offset(of run: SegmentRun, _ demuxer: Demuxer, leading: StreamInfo?) -> Double? {
        let tagged = run.tags.isEmpty ? nil : run.tags.first
        var first = demuxer.startTime ?? 0
        // A fragment behind a hole of the sound may have sound from before it.
        let usual = 1.0
        if let start = leading?.startTime, start > first + usual { first = start }
        if !plan.isLeading {
            guard timeline.wait(for: run.discontinuity, while: { !self.state.withLock { $0.isStopped } }) else { return nil }
        }
        let isMPEG = tagged != nil || demuxer.format == "mpegts"
        let timestamp = tagged ?? first
        let offset = timeline.offset(
            discontinuity: run.discontinuity, timestamp: timestamp, start: run.start, tolerance: tolerance, share: 0.15, wraps: isMPEG)
        _ = DurationDrift.correct(run.selection.feed, run.first, by: timestamp + offset - run.start)
        // A tag tells when the first sample is; the demuxer counts from its own zero.
        return tagged.map { $0 - first + offset } ?? offset
    }

    /// How far the sum of a playlist's durations may be off anywhere, in seconds.
    private var tolerance: Double { max(10, 2 * plan.selection.feed.targetDuration) }

    func answer(_ outcome: Result<Opened, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Opened, any Error>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.opening = nil }
            return state.opening
        }
        continuation?.resume(with: outcome)
    }
}
