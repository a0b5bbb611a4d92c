import PlayheadCore
import PlayheadFFmpeg

/// Loads one rendition from one segment on: a task that fetches and a thread that demuxes. A seek or switch makes a new session.
final class RenditionSession: Sendable {
    /// The task of a session.
    struct Plan: Sendable {
        /// The rendition that it begins with.
        var selection: RenditionSelection
        /// The first segment.
        var cursor: SegmentCursor
        /// The tracks to load.
        var tracks: Set<TrackKind>
        var generation: Int
        /// Frames before this time belong to another session.
        var visibleFrom = -Double.infinity
        /// The time that the first packets have to cover, in seconds, or `nil`. The durations in manifests are approximate, so the segment that should
        /// contain this time may begin after it. Then the session begins again with an earlier one.
        var covers: Double?
        /// Whether it sets the timeline's offsets (or waits for them).
        var isLeading: Bool

        /// Plans to load `tracks` of `selection` from `time` (seconds) on.
        init(
            _ selection: RenditionSelection, from time: Double, tracks: Set<TrackKind>, generation: Int, covers: Double? = nil,
            isLeading: Bool
        ) {
            self.selection = selection
            cursor = selection.rendition.cursor(at: time)
            self.tracks = tracks
            self.generation = generation
            self.covers = covers
            self.isLeading = isLeading
        }
    }

    /// The streams that a session's first demuxer found.
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
        /// The fetching tasks: the last one fills `runs`; those before it were cancelled.
        var fetching: [Task<Void, Never>] = []
        var thread: WorkerThread?
    }

    let plan: Plan
    let store: PacketStore
    let timeline: PresentationTimeline
    private let fetcher: SegmentFetcher
    private let onFailure: @Sendable (PlaybackError) -> Void
    private let state = Locked(State())

    /// - Parameter onFailure: Called on the demuxing thread with the reason why nothing more is loaded.
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

    var metadata: MetadataTracker? { fetcher.metadata }

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

    /// Fetches from `cursor` on, and cancels the fetching before.
    /// - Parameter failure: The reason why the segment at `cursor` could not be demuxed; fetching continues with the chooser's replacement.
    /// - Returns: False if the session was stopped.
    func load(from cursor: SegmentCursor, of selection: RenditionSelection, after failure: PlaybackError? = nil) -> Bool {
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

    /// The queue that the current fetching task fills.
    var runs: RunQueue { state.withLock { $0.runs } }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// The reason why nothing more is loaded.
    var failure: PlaybackError? { state.withLock { $0.failure } }

    /// Ends loading because of an error.
    func fail(_ failure: PlaybackError) {
        let isStopped = state.withLock { state in
            state.failure = failure
            return state.isStopped
        }
        answer(.failure(failure))
        if !isStopped { onFailure(failure) }
    }

    /// The streams of the first segments; waits for them.
    func opened() async throws -> Opened {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.opening = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    /// Answers ``opened()``; only the first answer counts.
    func answer(_ outcome: Result<Opened, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Opened, any Error>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.opening = nil }
            return state.opening
        }
        continuation?.resume(with: outcome)
    }

    /// Ends it at once; packets that it still appends are refused by their generation.
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
        // The thread first: it may start another fetching task, but only while it runs.
        await state.withLock { $0.thread }?.join()
        for task in state.withLock({ $0.fetching }) { await task.value }
    }
}
