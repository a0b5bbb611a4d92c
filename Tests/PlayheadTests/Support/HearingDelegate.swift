import Playhead

/// A delegate that forwards every event.
@MainActor
final class HearingDelegate: PlayerDelegate {
    private let hear: (any PlayerEvent) -> Void

    init(_ hear: @escaping (any PlayerEvent) -> Void) { self.hear = hear }

    func onReady(_ event: ReadyEvent) { hear(event) }
    func onPlayAttempt(_ event: PlayAttemptEvent) { hear(event) }
    func onBeforePlay(_ event: BeforePlayEvent) { hear(event) }
    func onBuffer(_ event: BufferEvent) { hear(event) }
    func onPlay(_ event: PlayEvent) { hear(event) }
    func onFirstFrame(_ event: FirstFrameEvent) { hear(event) }
    func onPause(_ event: PauseEvent) { hear(event) }
    func onIdle(_ event: IdleEvent) { hear(event) }
    func onBeforeComplete(_ event: BeforeCompleteEvent) { hear(event) }
    func onComplete(_ event: CompleteEvent) { hear(event) }
    func onPlaylist(_ event: PlaylistEvent) { hear(event) }
    func onPlaylistItem(_ event: PlaylistItemEvent) { hear(event) }
    func onPlaylistComplete(_ event: PlaylistCompleteEvent) { hear(event) }
    func onTime(_ event: TimeEvent) { hear(event) }
    func onBufferChange(_ event: BufferChangeEvent) { hear(event) }
    func onSeek(_ event: SeekEvent) { hear(event) }
    func onSeeked(_ event: SeekedEvent) { hear(event) }
    func onPlaybackRateChanged(_ event: PlaybackRateChangedEvent) { hear(event) }
    func onVolume(_ event: VolumeEvent) { hear(event) }
    func onMute(_ event: MuteEvent) { hear(event) }
    func onMeta(_ event: MetaEvent) { hear(event) }
    func onCaptionsList(_ event: CaptionsListEvent) { hear(event) }
    func onLevels(_ event: LevelsEvent) { hear(event) }
    func onLevelsChanged(_ event: LevelsChangedEvent) { hear(event) }
    func onVisualQuality(_ event: VisualQualityEvent) { hear(event) }
    func onAudioTracks(_ event: AudioTracksEvent) { hear(event) }
    func onAudioTrackChanged(_ event: AudioTrackChangedEvent) { hear(event) }
    func onSetupError(_ event: SetupErrorEvent) { hear(event) }
    func onError(_ event: ErrorEvent) { hear(event) }
    func onWarning(_ event: WarningEvent) { hear(event) }
    func onStateChange(_ event: StateChangeEvent) { hear(event) }
    func onMetaParsed(_ event: MetaParsedEvent) { hear(event) }
    func onCaptionsChange(_ event: CaptionsChangeEvent) { hear(event) }
    func onCaptionCue(_ event: CaptionCueEvent) { hear(event) }
    func onFullscreenRequested(_ event: FullscreenRequestedEvent) { hear(event) }
    func onFullscreen(_ event: FullscreenEvent) { hear(event) }
    func onResize(_ event: ResizeEvent) { hear(event) }
    func onControls(_ event: ControlsEvent) { hear(event) }
    func onControlBarVisible(_ event: ControlBarVisibleEvent) { hear(event) }
    func onDisplayClick(_ event: DisplayClickEvent) { hear(event) }
    func onAccessLog(_ event: AccessLogEvent) { hear(event) }
    func onErrorLog(_ event: ErrorLogEvent) { hear(event) }
    func onAdRequest(_ event: AdRequestEvent) { hear(event) }
    func onAdSchedule(_ event: AdScheduleEvent) { hear(event) }
    func onAdBreakStart(_ event: AdBreakStartEvent) { hear(event) }
    func onAdBreakEnd(_ event: AdBreakEndEvent) { hear(event) }
    func onAdImpression(_ event: AdImpressionEvent) { hear(event) }
    func onAdStarted(_ event: AdStartedEvent) { hear(event) }
    func onAdPlay(_ event: AdPlayEvent) { hear(event) }
    func onAdPause(_ event: AdPauseEvent) { hear(event) }
    func onAdTime(_ event: AdTimeEvent) { hear(event) }
    func onAdMeta(_ event: AdMetaEvent) { hear(event) }
    func onAdCompanions(_ event: AdCompanionsEvent) { hear(event) }
    func onAdClick(_ event: AdClickEvent) { hear(event) }
    func onAdSkipped(_ event: AdSkippedEvent) { hear(event) }
    func onAdComplete(_ event: AdCompleteEvent) { hear(event) }
    func onAdError(_ event: AdErrorEvent) { hear(event) }
    func onAdWarning(_ event: AdWarningEvent) { hear(event) }
}
