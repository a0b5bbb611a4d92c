import PlayheadCore
import PlayheadFFmpeg

/// Loads one rendition, starting at one segment: a task fetches and a thread demuxes. Without decoding there is no thread, and the bytes
/// are counted (`RenditionSession+Counting`). A seek or switch creates a new session.
final class RenditionSession: Sendable {
    /// The plan of a session.
    struct Plan: Sendable {
        /// The first rendition.
        var selection: RenditionSelection
        /// The first segment.
        var cursor: SegmentCursor
        /// The tracks to load.
        var tracks: Set<TrackKind>
        var generation: Int
        /// The time before which frames belong to another session.
        var visibleFrom = -Double.infinity
        /// The time that the first packets have to cover, in seconds, or `nil`. Durations in manifests are approximate, so the segment that
        /// should contain this time may start after it. Then the session restarts with an earlier segment.
        var covers: Double?
        /// Whether the session sets the offsets of the timeline (or waits for them).
        var isLeading: Bool
        /// The place of the sound to load among those of the container; `nil` for the default one.
        var soundIndex: Int?
        /// Receives the first picture of the session while its first run is still being opened; `nil` to ignore it.
        var onFirstPicture: FirstPictureHandler?

        /// Creates a plan to load `tracks` of `selection` from `time` (seconds) on.
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

    /// The streams that the first demuxer of a session found.
    struct Opened: Sendable {
        var streams: [StreamInfo]
        var format: String
        var video: StreamInfo?
        var audio: StreamInfo?
        /// All sounds of the container, in its order.
        var sounds: [StreamInfo] = []
    }

    private struct State {
        var isStopped = false
        var opening: CheckedContinuation<Opened, any Error>?
        var outcome: Result<Opened, any Error>?
        var failure: PlaybackError?
        var runs = RunQueue()
        /// The fetching tasks: the last one fills `runs`; earlier ones were cancelled.
        var fetching: [Task<Void, Never>] = []
        var thread: WorkerThread?
    }

    let plan: Plan
    let store: PacketStore
    let timeline: PresentationTimeline
    private let fetcher: SegmentFetcher
    let onEnd: @Sendable () -> Void
    private let onFailure: @Sendable (PlaybackError) -> Void
    private let state = Locked(State())

    /// Creates a session. `onEnd` is called when the last segment was demuxed, before the store marks the tracks as complete; `onFailure` with the reason why
    /// nothing more is loaded; both on the demuxing thread.
    init(
        plan: Plan, fetcher: SegmentFetcher, store: PacketStore, timeline: PresentationTimeline,
        onEnd: @escaping @Sendable () -> Void = {}, onFailure: @escaping @Sendable (PlaybackError) -> Void
    ) {
        self.plan = plan
        self.fetcher = fetcher
        self.store = store
        self.timeline = timeline
        self.onEnd = onEnd
        self.onFailure = onFailure
    }

    var metadata: MetadataTracker? { fetcher.metadata }

    /// Starts loading, unless the session was already stopped.
    func start() {
        if let meter = fetcher.meter { connect(meter) }
        let isStarted =
            load(from: plan.cursor, of: plan.selection)
            && state.withLock { state in
                guard !state.isStopped else { return false }
                if fetcher.meter == nil { state.thread = WorkerThread(name: "playhead.hls") { [self] in demux() } }
                return true
            }
        if !isStarted { answer(.failure(CancellationError())) }
    }

    /// Fetches from `cursor` on, and cancels the previous fetching. If the segment at `cursor` could not be demuxed because of `failure`,
    /// the chooser selects the replacement. No other rendition is selected up to `time` (seconds).
    /// - Returns: False if the session was stopped.
    func load(
        from cursor: SegmentCursor, of selection: RenditionSelection, after failure: PlaybackError? = nil,
        keptUntil time: Double = -.infinity
    ) -> Bool {
        let fresh = RunQueue()
        let old = state.withLock { state -> (runs: RunQueue, task: Task<Void, Never>?)? in
            guard !state.isStopped else { return nil }
            let old = (state.runs, state.fetching.last)
            state.runs = fresh
            state.fetching.append(
                Task { [self] in
                    await fetcher.run(from: cursor, of: selection, after: failure, keptUntil: time, into: fresh)
                    if fetcher.meter != nil { concludeCounting(fresh) }
                })
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

    /// Waits for the streams of the first segments and returns them.
    func opened() async throws -> Opened {
        try await withCheckedThrowingContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.opening = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    /// Completes ``opened()``; only the first call has an effect.
    func answer(_ outcome: Result<Opened, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Opened, any Error>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.opening = nil }
            return state.opening
        }
        continuation?.resume(with: outcome)
    }

    /// Stops the session immediately; packets that it still appends are refused by their generation.
    func stop() {
        let (runs, task) = state.withLock { state in
            state.isStopped = true
            return (state.runs, state.fetching.last)
        }
        task?.cancel()
        runs.cancel()
        timeline.wakeWaiters()
    }

    /// Waits for the end of the tasks and the thread.
    func join() async {
        // The thread comes first, because it may start another fetching task while it runs.
        await state.withLock { $0.thread }?.join()
        for task in state.withLock({ $0.fetching }) { await task.value }
    }
}
