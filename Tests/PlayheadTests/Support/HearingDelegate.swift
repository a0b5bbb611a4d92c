import Playhead

/// A delegate that forwards every event.
@MainActor
final class HearingDelegate: PlayerDelegate {
    private let onEvent: (any PlayerEvent) -> Void

    init(_ onEvent: @escaping (any PlayerEvent) -> Void) { self.onEvent = onEvent }

    func onReady(_ event: ReadyEvent) { onEvent(event) }
    func onPlayAttempt(_ event: PlayAttemptEvent) { onEvent(event) }
    func onBeforePlay(_ event: BeforePlayEvent) { onEvent(event) }
    func onBuffer(_ event: BufferEvent) { onEvent(event) }
    func onPlay(_ event: PlayEvent) { onEvent(event) }
    func onFirstFrame(_ event: FirstFrameEvent) { onEvent(event) }
    func onPause(_ event: PauseEvent) { onEvent(event) }
    func onIdle(_ event: IdleEvent) { onEvent(event) }
    func onBeforeComplete(_ event: BeforeCompleteEvent) { onEvent(event) }
    func onComplete(_ event: CompleteEvent) { onEvent(event) }
    func onPlaylist(_ event: PlaylistEvent) { onEvent(event) }
    func onPlaylistItem(_ event: PlaylistItemEvent) { onEvent(event) }
    func onItemMetadata(_ event: ItemMetadataEvent) { onEvent(event) }
    func onPlaylistComplete(_ event: PlaylistCompleteEvent) { onEvent(event) }
    func onTime(_ event: TimeEvent) { onEvent(event) }
    func onBufferChange(_ event: BufferChangeEvent) { onEvent(event) }
    func onSeek(_ event: SeekEvent) { onEvent(event) }
    func onSeeked(_ event: SeekedEvent) { onEvent(event) }
    func onPlaybackRateChanged(_ event: PlaybackRateChangedEvent) { onEvent(event) }
    func onVolume(_ event: VolumeEvent) { onEvent(event) }
    func onMute(_ event: MuteEvent) { onEvent(event) }
    func onMeta(_ event: MetaEvent) { onEvent(event) }
    func onCaptionsList(_ event: CaptionsListEvent) { onEvent(event) }
    func onLevels(_ event: LevelsEvent) { onEvent(event) }
    func onLevelsChanged(_ event: LevelsChangedEvent) { onEvent(event) }
    func onVisualQuality(_ event: VisualQualityEvent) { onEvent(event) }
    func onAudioTracks(_ event: AudioTracksEvent) { onEvent(event) }
    func onAudioTrackChanged(_ event: AudioTrackChangedEvent) { onEvent(event) }
    func onSetupError(_ event: SetupErrorEvent) { onEvent(event) }
    func onError(_ event: ErrorEvent) { onEvent(event) }
    func onWarning(_ event: WarningEvent) { onEvent(event) }
    func onStateChange(_ event: StateChangeEvent) { onEvent(event) }
    func onMetaParsed(_ event: MetaParsedEvent) { onEvent(event) }
    func onChapter(_ event: ChapterEvent) { onEvent(event) }
    func onCaptionsChange(_ event: CaptionsChangeEvent) { onEvent(event) }
    func onCaptionCue(_ event: CaptionCueEvent) { onEvent(event) }
    func onFullscreenRequested(_ event: FullscreenRequestedEvent) { onEvent(event) }
    func onFullscreen(_ event: FullscreenEvent) { onEvent(event) }
    func onViewable(_ event: ViewableEvent) { onEvent(event) }
    func onResize(_ event: ResizeEvent) { onEvent(event) }
    func onControls(_ event: ControlsEvent) { onEvent(event) }
    func onControlBarVisible(_ event: ControlBarVisibleEvent) { onEvent(event) }
    func onDisplayClick(_ event: DisplayClickEvent) { onEvent(event) }
    func onAccessLog(_ event: AccessLogEvent) { onEvent(event) }
    func onErrorLog(_ event: ErrorLogEvent) { onEvent(event) }
    func onKeyStatus(_ event: KeyStatusEvent) { onEvent(event) }
    func onAdRequest(_ event: AdRequestEvent) { onEvent(event) }
    func onAdSchedule(_ event: AdScheduleEvent) { onEvent(event) }
    func onAdBreakStart(_ event: AdBreakStartEvent) { onEvent(event) }
    func onAdBreakEnd(_ event: AdBreakEndEvent) { onEvent(event) }
    func onAdImpression(_ event: AdImpressionEvent) { onEvent(event) }
    func onAdStarted(_ event: AdStartedEvent) { onEvent(event) }
    func onAdPlay(_ event: AdPlayEvent) { onEvent(event) }
    func onAdPause(_ event: AdPauseEvent) { onEvent(event) }
    func onAdTime(_ event: AdTimeEvent) { onEvent(event) }
    func onAdMeta(_ event: AdMetaEvent) { onEvent(event) }
    func onAdCompanions(_ event: AdCompanionsEvent) { onEvent(event) }
    func onAdClick(_ event: AdClickEvent) { onEvent(event) }
    func onAdSkipped(_ event: AdSkippedEvent) { onEvent(event) }
    func onAdComplete(_ event: AdCompleteEvent) { onEvent(event) }
    func onAdError(_ event: AdErrorEvent) { onEvent(event) }
    func onAdWarning(_ event: AdWarningEvent) { onEvent(event) }
}
