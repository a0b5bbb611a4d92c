import PlayheadCaptions
import PlayheadCore

/// The captions of one playback: loads the chosen track and knows which cues are shown when.
final class CaptionsController: Sendable {
    /// A track that can be chosen.
    struct Offer: Sendable {
        /// As lists show it; its index is given here.
        var track: MediaTrack
        var source: any CueSource
    }

    private struct State {
        var offers: [Offer] = []
        var timelines: [CueTimeline] = []
        var current = 0
        /// Counts whatever changes what is shown.
        var version = 0
        var loading: [Task<Void, Never>] = []
        var isClosed = false
        /// Up to which time the cues of the chosen track are there, in seconds, and which loading says so.
        var reached = Double.infinity
        var lastLoad = 0
    }

    private let warn: @Sendable (PlaybackError) -> Void
    private let onChange: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - warn: Hears of what can't be had or read.
    ///   - onChange: Called on any thread when what is shown may have changed.
    init(warn: @escaping @Sendable (PlaybackError) -> Void, onChange: @escaping @Sendable () -> Void) {
        self.warn = warn
        self.onChange = onChange
    }

    /// Sets what can be chosen.
    func offer(_ offers: [Offer]) {
        state.withLock { state in
            state.offers = offers
            state.timelines = offers.map { _ in CueTimeline() }
        }
    }

    /// Adds a track that turned up while playing.
    /// - Returns: Its index.
    func add(_ offer: Offer) -> Int {
        state.withLock { state in
            state.offers.append(offer)
            state.timelines.append(CueTimeline())
            return state.offers.count
        }
    }

    /// All tracks; the first is "off".
    var tracks: [MediaTrack] {
        state.withLock { state in
            [.captionsOff]
                + state.offers.enumerated().map { index, offer in
                    var track = offer.track
                    track.index = index + 1
                    return track
                }
        }
    }

    /// Index of the chosen track; 0 is off.
    var current: Int { state.withLock { $0.current } }

    /// Shows track `index` from `time` (seconds) on; 0 is off.
    /// - Returns: Whether there is such a track.
    func select(_ index: Int, at time: Double) -> Bool {
        let isThere = state.withLock { state in
            guard index >= 0, index <= state.offers.count else { return false }
            state.current = index
            state.version += 1
            return true
        }
        guard isThere else { return false }
        load(from: time)
        onChange()
        return true
    }

    /// The playhead was put at `time` (seconds).
    func seek(to time: Double) { load(from: time) }

    private func load(from time: Double) {
        state.withLock { state in
            for task in state.loading { task.cancel() }
            state.lastLoad += 1
            state.reached = .infinity
            guard state.current > 0, !state.isClosed else { return }
            state.reached = -.infinity
            let (index, load) = (state.current - 1, state.lastLoad)
            let source = state.offers[index].source
            let sink = sink(for: index, load)
            // A load that was cancelled ends first, so that it does not load the same again.
            let before = state.loading.last
            state.loading = state.loading.suffix(1)
            state.loading.append(
                Task { [warn] in
                    await before?.value
                    // What can't be had is not waited for.
                    defer { sink.reach(.infinity) }
                    do {
                        try await source.run(from: time, into: sink)
                    } catch {
                        if Task.isCancelled || error is CancellationError { return }
                        warn(PlaybackError(cause: error, otherwise: .captionsInvalid, url: nil).with(severity: .warning))
                    }
                })
        }
    }

    private func reach(_ time: Double, _ load: Int) {
        let isNews = state.withLock { state in
            guard state.lastLoad == load, time > state.reached else { return false }
            state.reached = time
            return true
        }
        if isNews { onChange() }
    }

    private func sink(for index: Int, _ load: Int) -> CueSink {
        CueSink(
            insert: { [weak self] cues in self?.insert(cues, into: index) },
            reach: { [weak self] time in self?.reach(time, load) }, warn: warn)
    }

    /// Adds cues to track `index` (from 0); those that are there already don't come twice.
    func insert(_ cues: [CaptionCue], into index: Int) {
        let isNews = state.withLock { state in
            guard state.timelines.indices.contains(index), state.timelines[index].insert(contentsOf: cues) > 0 else { return false }
            guard state.current == index + 1 else { return false }
            state.version += 1
            return true
        }
        if isNews { onChange() }
    }

    /// From `time` (seconds) on track `index` (from 0) shows `cues`, until the next such call.
    func show(_ cues: [CaptionCue], in index: Int, at time: Double) {
        let isShown = state.withLock { state in
            guard state.timelines.indices.contains(index) else { return false }
            state.timelines[index].endUnboundedCues(at: time)
            state.timelines[index].insert(contentsOf: cues)
            guard state.current == index + 1 else { return false }
            state.version += 1
            return true
        }
        if isShown { onChange() }
    }

    /// Lets go of cues that ended before `time` (seconds), such as the beginning of a live window.
    func trim(before time: Double) {
        state.withLock { state in
            for index in state.timelines.indices { state.timelines[index].removeCues(endingBy: time) }
        }
    }

    /// Forgets the cues of track `index` (from 0).
    func clear(_ index: Int) {
        state.withLock { state in
            guard state.timelines.indices.contains(index) else { return }
            state.timelines[index].removeAll()
            state.version += 1
        }
    }

    /// Up to which time the cues of the chosen track are there, in seconds; infinity where none is chosen, or no more come.
    var reached: Double { state.withLock { $0.reached } }

    /// Counts whatever changes what is shown.
    var version: Int { state.withLock { $0.version } }

    /// What is shown at `time` (seconds), and from when to when it stays so.
    func change(at time: Double) -> CueTimeline.Change {
        state.withLock { state in
            guard state.current > 0 else { return CueTimeline.Change(cues: [], start: 0, end: .infinity) }
            return state.timelines[state.current - 1].change(at: time)
        }
    }

    /// Ends all loading.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.loading
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
