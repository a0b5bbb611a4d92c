import PlayheadCore

/// The readable state of a session. The state follows the events and is never ahead of them, even if the machine is (several events of one
/// input, or commands inside callbacks). A pure value.
struct SessionFacts: Sendable {
    private(set) var state = PlaybackState.idle
    private(set) var playerState = PlayerState.idle
    private(set) var timeline = Timeline()
    private(set) var duration = 0.0
    private(set) var bufferedRanges: [TimeRange] = []
    private(set) var media: MediaDescription?
    private(set) var currentCues: [CaptionCue] = []
    private(set) var items: [SessionItem] = []
    private(set) var currentIndex: Int?
    private(set) var nextUpIndex: Int?
    private(set) var error: PlaybackError?
    /// The reason for waiting for data.
    private(set) var bufferReason: BufferReason?
    private(set) var rate = 1.0
    private(set) var volume = 1.0
    private(set) var isMuted = false

    // Ads

    /// The position of the ad break that is shown.
    private(set) var adPosition: AdPosition?
    private(set) var advertisement: Advertisement?
    var overlayAd: OverlayAd?
    /// The position from which the ad of the last event can be skipped, in seconds of the ad.
    var skipTime: Double?

    /// The current item, or `nil` before the first load and after a release.
    var currentItem: SessionItem? { currentIndex.flatMap { items.indices.contains($0) ? items[$0] : nil } }

    /// Returns the timeline at a time: while the playhead does not move, a live window advances with the clock.
    func timeline(at now: Double) -> Timeline { state == .playing ? timeline : timeline.standing(until: now) }

    /// Returns the playhead at a time, as a position in seconds.
    func position(at now: Double) -> Double {
        timeline.kind == .dvr && state != .playing ? timeline(at: now).position : timeline.position
    }

    // MARK: Updates

    /// Updates the state for an event. `timeline` is the timeline at the event, and `error` the fatal error of the machine, or `nil`.
    mutating func update(for event: any PlayerEvent, at timeline: Timeline, error: PlaybackError?) {
        self.timeline = timeline
        updateAds(for: event)
        switch event {
        case let event as PlaylistItemEvent:
            closeItem()
            currentIndex = event.index
        case let event as StateChangeEvent: enter(event, error)
        case let event as TimeEvent: duration = event.duration
        case let event as BufferChangeEvent: (duration, bufferedRanges) = (event.duration, event.ranges)
        case let event as LevelsChangedEvent: media?.currentLevel = event.currentQuality
        case let event as CaptionsListEvent:
            media?.captionsTracks = event.tracks
            media?.currentCaptionsTrack = event.track
        case let event as CaptionsChangeEvent: media?.currentCaptionsTrack = event.track
        case let event as CaptionCueEvent: currentCues = event.cues
        case let event as AudioTrackChangedEvent: media?.currentAudioTrack = event.currentTrack
        case let event as PlaybackRateChangedEvent: rate = event.playbackRate
        case let event as VolumeEvent: volume = event.volume
        case let event as MuteEvent: isMuted = event.mute
        default: break
        }
    }

    /// Copies state that no event reports (a more exact duration, ranges of an endless stream, settings whose event a release has withdrawn),
    /// after all events were emitted.
    mutating func catchUp(with machine: PlaybackMachine) {
        (rate, volume, isMuted) = (machine.rate, machine.volume, machine.isMuted)
        guard state == machine.state, machine.isOpen else { return }
        timeline = machine.timeline
        duration = machine.duration
        bufferedRanges = machine.bufferedRanges
        media = machine.media
    }

    /// Replaces the list.
    mutating func adopt(_ list: [SessionItem], at index: Int) {
        closeItem()
        items = list
        currentIndex = index
    }

    /// Replaces the list around the current item.
    mutating func arrange(_ list: [SessionItem], at index: Int) { (items, currentIndex) = (list, index) }

    /// Sets the track model of the current item.
    mutating func open(_ description: MediaDescription) {
        media = description
        duration = description.duration
    }

    /// Clears the list after a release.
    mutating func forget() {
        closeItem()
        items = []
        currentIndex = nil
        timeline = Timeline()
    }

    private mutating func enter(_ change: StateChangeEvent, _ fatal: PlaybackError?) {
        if change.newState == .idle { closeItem() }
        error = change.newState == .error ? fatal : nil
        bufferReason = change.newState == .buffering ? (change.reason == .stalled ? .stalled : .loading) : nil
        state = change.newState
        if let coarse = change.newState.playerState { playerState = coarse }
    }

    /// Clears the state of the current item, which is no longer open.
    private mutating func closeItem() {
        nextUpIndex = nil
        bufferedRanges = []
        media = nil
        currentCues = []
        duration = 0
    }

    // MARK: Ads

    private mutating func updateAds(for event: any PlayerEvent) {
        switch event {
        case let event as AdBreakStartEvent: adPosition = event.adPosition
        case let event as AdImpressionEvent:
            guard event.impression.isLinear else { return }
            advertisement = Advertisement(impression: event.impression, skipOffset: skipTime)
        case is AdPlayEvent:
            advertisement?.isPaused = false
            advertisement?.skipOffset = skipTime
        case is AdPauseEvent: advertisement?.isPaused = true
        case let event as AdTimeEvent:
            guard var shown = advertisement else { return }
            (shown.position, shown.duration, shown.sequence, shown.podCount) =
                (event.position, event.duration, event.sequence, event.podcount)
            shown.skipOffset = skipTime
            advertisement = shown
        case is AdCompleteEvent, is AdSkippedEvent, is AdErrorEvent: advertisement = nil
        case is AdBreakEndEvent: (advertisement, adPosition) = (nil, nil)
        // The item is closed during a break.
        case let event as StateChangeEvent:
            guard [.stopping, .idle, .error, .ended].contains(event.newState) else { return }
            (advertisement, adPosition, overlayAd) = (nil, nil, nil)
        default: break
        }
    }

    // MARK: The next item

    /// Updates the next item.
    /// - Parameters:
    ///   - following: The index of the item that would play next.
    ///   - offset: The position in the current item from which the next item is announced; `nil` for never.
    ///   - isCurrent: Whether the machine plays the current item.
    mutating func updateNextUp(following: Int?, offset: NextUpOffset?, isCurrent: Bool) {
        guard currentItem != nil, media != nil else { return }
        let start = offset.map { max(0, $0.position(in: duration)) }
        let isNear = isCurrent && isFinite && (start.map { timeline.position >= $0 } ?? false)
        nextUpIndex = isNear && state.isItemOpen ? following.flatMap { items.indices.contains($0) ? $0 : nil } : nil
    }

    /// Whether to load the next item now: at most 20 s before the end of the current item, and only once the current item is loaded to its
    /// end. Otherwise both would compete for the bandwidth, and the current item could stall.
    func isTimeToPreload(rate: Double) -> Bool {
        guard currentItem != nil, media != nil, isFinite, state == .playing else { return false }
        let early = 20.0
        return (duration - timeline.position) / max(1, rate) <= early && isLoadedToEnd
    }

    /// Whether the current item is loaded from the playhead to its end, as far as its duration is exact.
    var isLoadedToEnd: Bool {
        let rounding = 0.5
        return bufferedRanges.last.map { $0.start <= timeline.position && $0.end >= duration - rounding } ?? false
    }

    private var isFinite: Bool { timeline.kind == .onDemand && duration > 0 && duration < .infinity }
}

extension PlaybackState {
    /// Whether an item is open.
    var isItemOpen: Bool {
        switch self {
        case .idle, .opening, .stopping, .error: false
        case .ready, .play, .playing, .buffering, .pausing, .paused, .seeking, .ended: true
        }
    }
}
