import PlayheadCore
import PlayheadEngine
import PlayheadTransport

extension PlaybackSession {
    // MARK: Events

    /// Every event from now on, in order; each call returns a sequence with its own buffer, which ends with the session. A reader that
    /// is more than 65,536 events behind, about two hours of playback, misses the oldest of them, as their `sequence` numbers show.
    public nonisolated var events: AsyncStream<any PlayerEvent> { events(buffering: .bufferingNewest(EventStreams.limit)) }

    /// Every event from now on.
    /// - Parameter policy: The number of buffered events, and which ones are dropped.
    /// - Returns: An asynchronous sequence of the events.
    public nonisolated func events(
        buffering policy: AsyncStream<any PlayerEvent>.Continuation.BufferingPolicy
    ) -> AsyncStream<any PlayerEvent> {
        streams.stream(policy)
    }

    /// Returns every event of one type from now on, such as `TimeEvent.self`.
    public nonisolated func events<Event: PlayerEvent>(of type: Event.Type) -> AsyncCompactMapSequence<AsyncStream<any PlayerEvent>, Event>
    {
        events.compactMap { $0 as? Event }
    }

    // MARK: State

    /// The playback state.
    public var state: PlaybackState { facts.state }

    /// Whether playback is paused, playing, or waiting to play.
    public var timeControlStatus: TimeControlStatus {
        let isInAd = facts.adPosition != nil
        return state.timeControl(intendsToPlay: intendsToPlay, facts.playerState, facts.bufferReason, isInAd: isInAd).status
    }

    /// Whether playback is intended, in any state. False while an ad is paused.
    public var intendsToPlay: Bool { core.machine.intendsToPlay && !core.ads.isPaused }

    /// The playhead in seconds, as in ``Player/position``.
    public var position: Double { facts.position(at: configuration.clock.now) }

    /// The timeline of the current item: its kind, playhead, live edge, window and wall-clock time.
    public var timeline: Timeline { facts.timeline(at: configuration.clock.now) }

    /// The duration of the current item, in seconds; infinite for live, negative for DVR (the length of the window), 0 until it is known.
    public var duration: Double { facts.duration }

    /// The loaded ranges, in seconds.
    public var bufferedRanges: [TimeRange] { facts.bufferedRanges }

    /// The track model of the current item; `nil` while no item is open.
    public var media: MediaDescription? { facts.media }

    /// The captions that are shown now.
    public var currentCues: [CaptionCue] { facts.currentCues }

    /// The list.
    public var items: [PlaylistEntry] { facts.items.map(\.entry) }

    /// The index of the current item, or `nil` before the first load and after a release.
    public var currentIndex: Int? { facts.currentIndex }

    /// The ad that is shown instead of the content; `nil` without an ad.
    public var advertisement: Advertisement? { facts.advertisement }

    /// Whether an ad break is shown.
    public var isInAdBreak: Bool { facts.adPosition != nil }

    /// The fatal error, while the state is `error`.
    public var error: PlaybackError? { facts.error }

    // MARK: Tracks

    /// The quality levels of the current item; the first one is "auto".
    public var levels: [QualityLevel] { media?.levels ?? [.automatic] }

    /// The audio tracks of the current item; empty without sound.
    public var audioTracks: [MediaTrack] { media?.audioTracks ?? [] }

    /// The captions tracks of the current item; the first one is "off".
    public var captionsTracks: [MediaTrack] { media?.captionsTracks ?? [.captionsOff] }

    /// The selected quality.
    public var selectedQuality: QualitySelection { QualitySelection(index: media?.currentLevel ?? 0) }

    /// The audio track that plays; `nil` without sound.
    public var selectedAudioTrack: MediaTrack? { audioTracks.first { $0.index == media?.currentAudioTrack } }

    /// The selected captions.
    public var selectedCaptions: CaptionsSelection { CaptionsSelection(index: media?.currentCaptionsTrack ?? 0) }

    // MARK: Controls

    /// The rate of playback.
    public var rate: Double { core.machine.rate }

    /// The volume, 0 to 1.
    public var volume: Double { core.machine.volume }

    /// Whether the sound is muted.
    public var isMuted: Bool { core.machine.isMuted }

    /// The limits of the automatic selection of levels, from the next segment on. Kept across items.
    public var qualityLimits: QualityLimits { settings.qualityLimits }

    /// Sets the limits of the automatic selection of levels, from the next segment on.
    public func setQualityLimits(_ limits: QualityLimits) {
        settings.qualityLimits = limits
        core.ads.capabilities.setView(limits.viewSize ?? configuration.quality.viewSize)
    }

    /// The settings of the engines, which are changed in order with all commands. Kept across items.
    var settings: PlaybackSettings {
        get { core.machine.settings }
        set { if newValue != core.machine.settings { submit(.configure(newValue)) } }
    }

    /// The output for pictures; `nil` shows none. A new output receives the current picture at once, the previous one is cleared.
    public var videoOutput: (any VideoOutput)? { playback.pictures.target }

    /// Sets ``videoOutput``, at any time.
    public func setVideoOutput(_ output: (any VideoOutput)?) { playback.pictures.target = output }

    // MARK: Measurements

    /// The counters of the current item's playback. Kept until the next item opens.
    package var statistics: EngineStatistics { playback.statistics }

    /// The sum of ``statistics`` over all playbacks of the session.
    package var totalStatistics: EngineStatistics { playback.totalStatistics }

    /// The quality of experience of the session: startup, rebuffering, quality levels, errors; ongoing periods are counted up to now.
    public var metrics: PlaybackMetrics { emittedMetrics.standing(at: monotonicTime, framesDropped: totalStatistics.framesDropped) }

    /// The requests and bytes of all playbacks of the session, unless the app's loader is used.
    package var transfers: TransferCounters { playback.transfers }

    /// The measured throughput of the network; the next item starts with it. `nil` if nothing was measured or given.
    public var throughputMemory: ThroughputMemory? { playback.throughputMemory }

    /// The time since the session was created in seconds, on the clock of the `monotonicTime` of events.
    package nonisolated var monotonicTime: Double { measurements.now }
}
