import Foundation
import PlayheadCore
import PlayheadFFmpeg
import PlayheadHLS

/// Loads one rendition from one segment on: a task that fetches and a thread that demuxes. A seek or switch makes a new session.
final class RenditionSession: Sendable {
    /// What it is to do.
    struct Plan: Sendable {
        var playlist: MediaPlaylist
        /// The first segment's index.
        var index: Int
        /// The tracks that are wanted of it.
        var tracks: Set<TrackKind>
        var level: QualityLevel?
        var generation: Int
        /// Frames before this time are another session's.
        var visibleFrom = -Double.infinity
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
        var endsAfterSegment = false
        var opening: CheckedContinuation<Opened, any Error>?
        var outcome: Result<Opened, any Error>?
        var reached: Int?
    }

    let plan: Plan
    private let fetcher: SegmentFetcher
    private let store: PacketStore
    private let timeline: PresentationTimeline
    private let runs = RunQueue()
    private let state = Locked(State())
    private let thread = Locked<WorkerThread?>(nil)
    private let fetching = Locked<Task<Void, Never>?>(nil)

    init(plan: Plan, fetcher: SegmentFetcher, store: PacketStore, timeline: PresentationTimeline) {
        self.plan = plan
        self.fetcher = fetcher
        self.store = store
        self.timeline = timeline
    }

    /// Starts loading.
    func start() {
        fetching.withLock { fetching in
            fetching = Task { [self] in
                let reached = await fetcher.run(from: plan.index, into: runs) { self.state.withLock { $0.endsAfterSegment } }
                state.withLock { $0.reached = reached }
            }
        }
        thread.withLock { thread in
            thread = WorkerThread(name: "playhead.hls") { [self] in demux() }
        }
    }

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
        state.withLock { $0.isStopped = true }
        fetching.withLock { $0?.cancel() }
        runs.cancel()
        timeline.wakeWaiters()
    }

    /// Ends it after the segment that is being fetched, without saying that the track is complete.
    /// - Returns: The index of the next segment, once all packets before it are in the store.
    func finishSegment() async -> Int {
        state.withLock { $0.endsAfterSegment = true }
        await join()
        return state.withLock { $0.reached } ?? plan.index
    }

    /// Waits for the end of its task and thread.
    func join() async {
        await fetching.withLock { $0 }?.value
        await thread.withLock { $0 }?.join()
    }

    // MARK: On the demuxing thread

    private func demux() {
        do {
            while let run = try runs.next() {
                do {
                    try demux(run)
                } catch {
                    run.cancel()
                    throw PlaybackError(cause: error, otherwise: .segmentInvalid, url: run.url).ofNetwork(as: .segmentUnreachable)
                }
            }
            answer(.failure(PlaybackError(.manifestEmpty, url: plan.playlist.url)))
            if !state.withLock({ $0.endsAfterSegment || $0.isStopped }) { store.finish(plan.tracks, generation: plan.generation) }
        } catch {
            let failure = PlaybackError(cause: error, otherwise: .segmentInvalid, url: plan.playlist.url)
                .ofNetwork(as: .segmentUnreachable)
            answer(.failure(failure))
            if !state.withLock({ $0.isStopped }) { store.fail(failure, generation: plan.generation) }
        }
    }

    private func demux(_ run: SegmentRun) throws {
        let demuxer = try Demuxer(source: run)
        let video = demuxer.bestStream(.video)
        let audio = demuxer.bestStream(.audio)
        guard video != nil || audio != nil else { throw PlaybackError(.noDecodableTrack, url: run.url) }
        answer(.success(Opened(streams: demuxer.streams, format: demuxer.format, video: video, audio: audio)))
        guard let offset = offset(of: run, demuxer) else { return }
        let lanes = [(TrackKind.video, video), (.audio, audio)].compactMap { kind, stream -> ContainerReader.Lane? in
            guard let stream, plan.tracks.contains(kind) else { return nil }
            let format = TrackFormat(
                stream: stream, offset: offset, level: plan.level, visibleFrom: plan.visibleFrom, tags: run.tags.isEmpty ? nil : run.tags)
            return ContainerReader.Lane(kind: kind, format: format, next: run.start)
        }
        demuxer.select(lanes.map(\.format.stream))
        var reader = ContainerReader(demuxer: demuxer, lanes: lanes, origin: -offset)
        while let (packet, kind) = try reader.next() {
            guard store.append(packet, to: kind, generation: plan.generation, blocking: false) else { return }
        }
    }

    /// Where the run's timestamps lie on the presentation's timeline, or `nil` where the session was stopped meanwhile.
    private func offset(of run: SegmentRun, _ demuxer: Demuxer) -> Double? {
        let tagged = run.tags.isEmpty ? nil : run.tags.first
        let first = demuxer.startTime ?? 0
        if !plan.isLeading {
            guard timeline.wait(for: run.discontinuity, while: { !self.state.withLock { $0.isStopped } }) else { return nil }
        }
        let isMPEG = tagged != nil || demuxer.format == "mpegts"
        let timestamp = tagged ?? first
        let offset = timeline.offset(
            discontinuity: run.discontinuity, timestamp: timestamp, start: run.start, tolerance: max(10, 2 * plan.playlist.targetDuration),
            wraps: isMPEG)
        // A tag tells when the first sample is; the demuxer counts from its own zero.
        return tagged.map { $0 - first + offset } ?? offset
    }

    private func answer(_ outcome: Result<Opened, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Opened, any Error>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.opening = nil }
            return state.opening
        }
        continuation?.resume(with: outcome)
    }
}
