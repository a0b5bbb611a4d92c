// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Receives the events of a player, one method per event; all are optional. The type of the event documents when it is emitted.
///
/// Methods are called on the main actor, in the order of the events, never re-entrantly: an event raised in a method is delivered after it
/// returns.
@MainActor
public protocol PlayerDelegate: AnyObject {
    func onReady(_ event: ReadyEvent)
    func onPlayAttempt(_ event: PlayAttemptEvent)
    func onBeforePlay(_ event: BeforePlayEvent)
    func onBuffer(_ event: BufferEvent)
    func onPlay(_ event: PlayEvent)
    func onFirstFrame(_ event: FirstFrameEvent)
    func onPause(_ event: PauseEvent)
    func onIdle(_ event: IdleEvent)
    func onBeforeComplete(_ event: BeforeCompleteEvent)
    func onComplete(_ event: CompleteEvent)
    func onPlaylist(_ event: PlaylistEvent)
    func onPlaylistItem(_ event: PlaylistItemEvent)
    func onItemMetadata(_ event: ItemMetadataEvent)
    func onPlaylistComplete(_ event: PlaylistCompleteEvent)
    func onTime(_ event: TimeEvent)
    func onBufferChange(_ event: BufferChangeEvent)
    func onSeek(_ event: SeekEvent)
    func onSeeked(_ event: SeekedEvent)
    func onPlaybackRateChanged(_ event: PlaybackRateChangedEvent)
    func onVolume(_ event: VolumeEvent)
    func onMute(_ event: MuteEvent)
    func onMeta(_ event: MetaEvent)
    func onMetaParsed(_ event: MetaParsedEvent)
    func onChapter(_ event: ChapterEvent)
    func onCaptionsList(_ event: CaptionsListEvent)
    func onCaptionsChange(_ event: CaptionsChangeEvent)
    func onCaptionCue(_ event: CaptionCueEvent)
    func onLevels(_ event: LevelsEvent)
    func onLevelsChanged(_ event: LevelsChangedEvent)
    func onVisualQuality(_ event: VisualQualityEvent)
    func onAudioTracks(_ event: AudioTracksEvent)
    func onAudioTrackChanged(_ event: AudioTrackChangedEvent)
    func onSetupError(_ event: SetupErrorEvent)
    func onError(_ event: ErrorEvent)
    func onWarning(_ event: WarningEvent)
    func onStateChange(_ event: StateChangeEvent)
    func onFullscreenRequested(_ event: FullscreenRequestedEvent)
    func onFullscreen(_ event: FullscreenEvent)
    func onViewable(_ event: ViewableEvent)
    func onResize(_ event: ResizeEvent)
    func onControls(_ event: ControlsEvent)
    func onControlBarVisible(_ event: ControlBarVisibleEvent)
    func onDisplayClick(_ event: DisplayClickEvent)
    func onAccessLog(_ event: AccessLogEvent)
    func onErrorLog(_ event: ErrorLogEvent)
    func onKeyStatus(_ event: KeyStatusEvent)
    func onAdRequest(_ event: AdRequestEvent)
    func onAdSchedule(_ event: AdScheduleEvent)
    func onAdBreakStart(_ event: AdBreakStartEvent)
    func onAdBreakEnd(_ event: AdBreakEndEvent)
    func onAdImpression(_ event: AdImpressionEvent)
    func onAdStarted(_ event: AdStartedEvent)
    func onAdPlay(_ event: AdPlayEvent)
    func onAdPause(_ event: AdPauseEvent)
    func onAdTime(_ event: AdTimeEvent)
    func onAdMeta(_ event: AdMetaEvent)
    func onAdCompanions(_ event: AdCompanionsEvent)
    func onAdClick(_ event: AdClickEvent)
    func onAdSkipped(_ event: AdSkippedEvent)
    func onAdComplete(_ event: AdCompleteEvent)
    func onAdError(_ event: AdErrorEvent)
    func onAdWarning(_ event: AdWarningEvent)
}

// The methods are optional.
extension PlayerDelegate {
    public func onReady(_ event: ReadyEvent) {}
    public func onPlayAttempt(_ event: PlayAttemptEvent) {}
    public func onBeforePlay(_ event: BeforePlayEvent) {}
    public func onBuffer(_ event: BufferEvent) {}
    public func onPlay(_ event: PlayEvent) {}
    public func onFirstFrame(_ event: FirstFrameEvent) {}
    public func onPause(_ event: PauseEvent) {}
    public func onIdle(_ event: IdleEvent) {}
    public func onBeforeComplete(_ event: BeforeCompleteEvent) {}
    public func onComplete(_ event: CompleteEvent) {}
    public func onPlaylist(_ event: PlaylistEvent) {}
    public func onPlaylistItem(_ event: PlaylistItemEvent) {}
    public func onItemMetadata(_ event: ItemMetadataEvent) {}
    public func onPlaylistComplete(_ event: PlaylistCompleteEvent) {}
    public func onTime(_ event: TimeEvent) {}
    public func onBufferChange(_ event: BufferChangeEvent) {}
    public func onSeek(_ event: SeekEvent) {}
    public func onSeeked(_ event: SeekedEvent) {}
    public func onPlaybackRateChanged(_ event: PlaybackRateChangedEvent) {}
    public func onVolume(_ event: VolumeEvent) {}
    public func onMute(_ event: MuteEvent) {}
    public func onMeta(_ event: MetaEvent) {}
    public func onMetaParsed(_ event: MetaParsedEvent) {}
    public func onChapter(_ event: ChapterEvent) {}
    public func onCaptionsList(_ event: CaptionsListEvent) {}
    public func onCaptionsChange(_ event: CaptionsChangeEvent) {}
    public func onCaptionCue(_ event: CaptionCueEvent) {}
    public func onLevels(_ event: LevelsEvent) {}
    public func onLevelsChanged(_ event: LevelsChangedEvent) {}
    public func onVisualQuality(_ event: VisualQualityEvent) {}
    public func onAudioTracks(_ event: AudioTracksEvent) {}
    public func onAudioTrackChanged(_ event: AudioTrackChangedEvent) {}
    public func onSetupError(_ event: SetupErrorEvent) {}
    public func onError(_ event: ErrorEvent) {}
    public func onWarning(_ event: WarningEvent) {}
    public func onStateChange(_ event: StateChangeEvent) {}
    public func onFullscreenRequested(_ event: FullscreenRequestedEvent) {}
    public func onFullscreen(_ event: FullscreenEvent) {}
    public func onViewable(_ event: ViewableEvent) {}
    public func onResize(_ event: ResizeEvent) {}
    public func onControls(_ event: ControlsEvent) {}
    public func onControlBarVisible(_ event: ControlBarVisibleEvent) {}
    public func onDisplayClick(_ event: DisplayClickEvent) {}
    public func onAccessLog(_ event: AccessLogEvent) {}
    public func onErrorLog(_ event: ErrorLogEvent) {}
    public func onKeyStatus(_ event: KeyStatusEvent) {}
    public func onAdRequest(_ event: AdRequestEvent) {}
    public func onAdSchedule(_ event: AdScheduleEvent) {}
    public func onAdBreakStart(_ event: AdBreakStartEvent) {}
    public func onAdBreakEnd(_ event: AdBreakEndEvent) {}
    public func onAdImpression(_ event: AdImpressionEvent) {}
    public func onAdStarted(_ event: AdStartedEvent) {}
    public func onAdPlay(_ event: AdPlayEvent) {}
    public func onAdPause(_ event: AdPauseEvent) {}
    public func onAdTime(_ event: AdTimeEvent) {}
    public func onAdMeta(_ event: AdMetaEvent) {}
    public func onAdCompanions(_ event: AdCompanionsEvent) {}
    public func onAdClick(_ event: AdClickEvent) {}
    public func onAdSkipped(_ event: AdSkippedEvent) {}
    public func onAdComplete(_ event: AdCompleteEvent) {}
    public func onAdError(_ event: AdErrorEvent) {}
    public func onAdWarning(_ event: AdWarningEvent) {}
}
