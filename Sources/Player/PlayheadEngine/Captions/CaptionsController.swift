import PlayheadCaptions
import PlayheadCore

/// The captions of one playback: loads the selected track and determines which cues are shown at a time.
final class CaptionsController: Sendable {
    /// A track that can be selected.
    struct Offer: Sendable {
        /// The track as listed in menus; the controller sets its index.
        var track: MediaTrack
        var source: any CueSource
    }

    private struct State {
        var offers: [Offer] = []
        var timelines: [CueTimeline] = []
        var current = 0
        /// The time by which cues are shown later, in seconds.
        var delay = 0.0
        /// A number that increases with each change of what is shown.
        var version = 0
        var loading: [Task<Void, Never>] = []
        var isClosed = false
        /// The time up to which the cues of the selected track are loaded, in seconds, and the number of the load that reports this time.
        var reached = Double.infinity
        var lastLoad = 0
    }

    private let warn: @Sendable (PlaybackError) -> Void
    private let onChange: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - warn: Receives a warning for captions that failed to load or to parse.
    ///   - onChange: Called on any thread when the shown cues may have changed.
    init(warn: @escaping @Sendable (PlaybackError) -> Void, onChange: @escaping @Sendable () -> Void) {
        self.warn = warn
        self.onChange = onChange
    }

    /// Sets the tracks that can be selected.
    func offer(_ offers: [Offer]) {
        state.withLock { state in
            state.offers = offers
            state.timelines = offers.map { _ in CueTimeline() }
        }
    }

    /// Adds a track that was found during playback.
    /// - Returns: The index of the track.
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

    /// The index of the selected track; 0 is off.
    var current: Int { state.withLock { $0.current } }

    /// Selects track `index` from `time` (seconds) on; 0 is off.
    /// - Returns: Whether the track exists.
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

    /// Shows cues later by `delay` seconds, or earlier if it is negative.
    func setDelay(_ delay: Double) {
        let isNews = state.withLock { state in
            guard delay.isFinite, delay != state.delay else { return false }
            state.delay = delay
            state.version += 1
            return true
        }
        if isNews { onChange() }
    }

    /// Loads the cues at `time` (seconds), to which the playhead was moved.
    func seek(to time: Double) { load(from: time) }

    private func load(from time: Double) {
        let superseded = state.withLock { state in
            let superseded = state.loading
            state.lastLoad += 1
            state.reached = .infinity
            guard state.current > 0, !state.isClosed else { return superseded }
            state.reached = -.infinity
            let (index, load) = (state.current - 1, state.lastLoad)
            let source = state.offers[index].source
            let sink = sink(for: index, load)
            // A cancelled load ends first, so that the new one does not load the same cues again.
            let before = state.loading.last
            state.loading = state.loading.suffix(1)
            state.loading.append(
                Task { [warn] in
                    await before?.value
                    // Captions that failed to load are not awaited.
                    defer { sink.reach(.infinity) }
                    do {
                        try await source.run(from: time, into: sink)
                    } catch {
                        if Task.isCancelled || error is CancellationError { return }
                        warn(PlaybackError(cause: error, otherwise: .captionsInvalid, url: nil).with(severity: .warning))
                    }
                })
            return superseded
        }
        for task in superseded { task.cancel() }
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
            insert: { [weak self] cues in self?.insert(into: index) { $0.insert(contentsOf: cues) } },
            insertPieces: { [weak self] cues in self?.insert(into: index) { $0.insert(pieces: cues) } },
            reach: { [weak self] time in self?.reach(time, load) }, warn: warn)
    }

    /// Adds cues to track `index` (from 0): `body` adds them, and returns their number.
    func insert(into index: Int, _ body: (inout CueTimeline) -> Int) {
        let isNews = state.withLock { state in
            guard state.timelines.indices.contains(index), body(&state.timelines[index]) > 0 else { return false }
            guard state.current == index + 1 else { return false }
            state.version += 1
            return true
        }
        if isNews { onChange() }
    }

    /// The time for which captions inside the video are kept after their end and the delay, in seconds.
    private static let kept = 60.0

    /// Shows `cues` in track `index` (from 0) from `time` (seconds) until the next such call.
    func show(_ cues: [CaptionCue], in index: Int, at time: Double) {
        let isShown = state.withLock { state in
            guard state.timelines.indices.contains(index) else { return false }
            state.timelines[index].endUnboundedCues(at: time)
            // Every character may be a cue of its own, and what was shown is not needed after a seek, at which the track is cleared.
            state.timelines[index].removeCues(endingBy: time - max(0, state.delay) - Self.kept)
            state.timelines[index].insert(contentsOf: cues)
            guard state.current == index + 1 else { return false }
            state.version += 1
            return true
        }
        if isShown { onChange() }
    }

    /// Drops cues that ended before `time` (seconds), such as the start of a live window.
    func trim(before time: Double) {
        state.withLock { state in
            for index in state.timelines.indices { state.timelines[index].removeCues(endingBy: time) }
        }
    }

    /// Drops the cues of track `index` (from 0).
    func clear(_ index: Int) {
        state.withLock { state in
            guard state.timelines.indices.contains(index) else { return }
            state.timelines[index].removeAll()
            state.version += 1
        }
    }

    /// The position up to which the shown cues are loaded, in seconds; infinity if no track is selected or no more follow.
    var reached: Double { state.withLock { $0.reached + $0.delay } }

    /// A number that increases with each change of what is shown.
    var version: Int { state.withLock { $0.version } }

    /// Returns the cues that are shown at `time` (seconds), and the range in which they stay unchanged.
    func change(at time: Double) -> CueTimeline.Change {
        state.withLock { state in
            guard state.current > 0 else { return CueTimeline.Change(cues: [], start: 0, end: .infinity) }
            return state.timelines[state.current - 1].change(at: time - state.delay).delayed(by: state.delay)
        }
    }

    /// Cancels all loading.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.loading
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
