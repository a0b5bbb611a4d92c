/// Receives the events of a player, one method per event; all are optional.
///
/// Methods are called on the main actor, in the order of the events, never re-entrantly: an event raised in a method is delivered after it
/// returns.
@MainActor
public protocol PlayerDelegate: AnyObject {
    /// The player is ready: an item reached `ready` for the first time.
    func onReady(_ event: ReadyEvent)
    /// The first play of an item is requested by the app, the viewer or autoplay; not emitted on resume.
    func onPlayAttempt(_ event: PlayAttemptEvent)
    /// Precedes the first frame of an item; `stop()` or `pause()` in the handler cancels the start.
    func onBeforePlay(_ event: BeforePlayEvent)
    /// Buffering starts.
    func onBuffer(_ event: BufferEvent)
    /// Playback starts or resumes.
    func onPlay(_ event: PlayEvent)
    /// The first frame of an item is shown, or its first sound is played.
    func onFirstFrame(_ event: FirstFrameEvent)
    /// Playback is paused.
    func onPause(_ event: PauseEvent)
    /// The player stopped.
    func onIdle(_ event: IdleEvent)
    /// The media ended; the item is not complete yet.
    func onBeforeComplete(_ event: BeforeCompleteEvent)
    /// The item is done.
    func onComplete(_ event: CompleteEvent)
    /// A new list is loaded (not emitted for the initial one).
    func onPlaylist(_ event: PlaylistEvent)
    /// An item becomes current, before it opens.
    func onPlaylistItem(_ event: PlaylistItemEvent)
    /// The last item completed and nothing repeats.
    func onPlaylistComplete(_ event: PlaylistCompleteEvent)
    /// The playhead moved: at most ten times a second while playing, and once after a seek.
    func onTime(_ event: TimeEvent)
    /// More data is loaded; not emitted for live and DVR.
    func onBufferChange(_ event: BufferChangeEvent)
    /// A seek is requested.
    func onSeek(_ event: SeekEvent)
    /// The target of the last seek is reached and its frame is shown, whether playing or paused.
    func onSeeked(_ event: SeekedEvent)
    /// The playback rate changed.
    func onPlaybackRateChanged(_ event: PlaybackRateChangedEvent)
    /// The volume changed.
    func onVolume(_ event: VolumeEvent)
    /// Mute changed.
    func onMute(_ event: MuteEvent)
    /// Metadata arrived; `metadataType` names its kind.
    func onMeta(_ event: MetaEvent)
    /// Timed metadata was read; onMeta follows when the playhead enters it.
    func onMetaParsed(_ event: MetaParsedEvent)
    /// The captions tracks are known, or grew.
    func onCaptionsList(_ event: CaptionsListEvent)
    /// The shown captions track changed.
    func onCaptionsChange(_ event: CaptionsChangeEvent)
    /// The cues that are shown changed.
    func onCaptionCue(_ event: CaptionCueEvent)
    /// The quality levels are known.
    func onLevels(_ event: LevelsEvent)
    /// A quality level was chosen by app or viewer.
    func onLevelsChanged(_ event: LevelsChangedEvent)
    /// A picture of another quality is on the screen.
    func onVisualQuality(_ event: VisualQualityEvent)
    /// The audio tracks are known.
    func onAudioTracks(_ event: AudioTracksEvent)
    /// Another audio track was chosen.
    func onAudioTrackChanged(_ event: AudioTrackChangedEvent)
    /// A fatal error before the player was ready; onReady never comes.
    func onSetupError(_ event: SetupErrorEvent)
    /// A fatal error; the state is `error`.
    func onError(_ event: ErrorEvent)
    /// A problem that does not interrupt playback.
    func onWarning(_ event: WarningEvent)
    /// The playback state changed.
    func onStateChange(_ event: StateChangeEvent)
    /// A view is about to enter or leave fullscreen.
    func onFullscreenRequested(_ event: FullscreenRequestedEvent)
    /// A view entered or left fullscreen.
    func onFullscreen(_ event: FullscreenEvent)
    /// The size of a view changed.
    func onResize(_ event: ResizeEvent)
    /// A view shows or hides its controls.
    func onControls(_ event: ControlsEvent)
    /// The control bar of a view appeared or disappeared.
    func onControlBarVisible(_ event: ControlBarVisibleEvent)
    /// The viewer clicked on the picture.
    func onDisplayClick(_ event: DisplayClickEvent)
    /// A playback period ended and was added to the access log.
    func onAccessLog(_ event: AccessLogEvent)
    /// A failure was added to the error log, whether or not a retry succeeded.
    func onErrorLog(_ event: ErrorLogEvent)
    /// The status of a content key changed.
    func onKeyStatus(_ event: KeyStatusEvent)
    /// An ad is requested.
    func onAdRequest(_ event: AdRequestEvent)
    /// The breaks of the item are known.
    func onAdSchedule(_ event: AdScheduleEvent)
    /// A break begins; the content is held before the first ad.
    func onAdBreakStart(_ event: AdBreakStartEvent)
    /// A break is over; the content resumes.
    func onAdBreakEnd(_ event: AdBreakEndEvent)
    /// An ad is on the screen.
    func onAdImpression(_ event: AdImpressionEvent)
    /// An interactive creative reports its start.
    func onAdStarted(_ event: AdStartedEvent)
    /// An ad starts or resumes.
    func onAdPlay(_ event: AdPlayEvent)
    /// An ad is paused.
    func onAdPause(_ event: AdPauseEvent)
    /// An ad's playhead moved: at most ten times a second.
    func onAdTime(_ event: AdTimeEvent)
    /// Metadata of an ad's media arrived; `metadataType` names its kind.
    func onAdMeta(_ event: AdMetaEvent)
    /// Companions are available for the ad.
    func onAdCompanions(_ event: AdCompanionsEvent)
    /// The viewer clicked the ad; emitted if the player does not open a browser itself.
    func onAdClick(_ event: AdClickEvent)
    /// The viewer skipped the ad.
    func onAdSkipped(_ event: AdSkippedEvent)
    /// An ad was played to its end.
    func onAdComplete(_ event: AdCompleteEvent)
    /// An ad, a tag or a schedule failed; the content continues. onWarning follows with the same error.
    func onAdError(_ event: AdErrorEvent)
    /// An ad or a document has a problem, but is used.
    func onAdWarning(_ event: AdWarningEvent)
}

extension PlayerDelegate {
    /// Does nothing.
    public func onReady(_ event: ReadyEvent) {}
    /// Does nothing.
    public func onPlayAttempt(_ event: PlayAttemptEvent) {}
    /// Does nothing.
    public func onBeforePlay(_ event: BeforePlayEvent) {}
    /// Does nothing.
    public func onBuffer(_ event: BufferEvent) {}
    /// Does nothing.
    public func onPlay(_ event: PlayEvent) {}
    /// Does nothing.
    public func onFirstFrame(_ event: FirstFrameEvent) {}
    /// Does nothing.
    public func onPause(_ event: PauseEvent) {}
    /// Does nothing.
    public func onIdle(_ event: IdleEvent) {}
    /// Does nothing.
    public func onBeforeComplete(_ event: BeforeCompleteEvent) {}
    /// Does nothing.
    public func onComplete(_ event: CompleteEvent) {}
    /// Does nothing.
    public func onPlaylist(_ event: PlaylistEvent) {}
    /// Does nothing.
    public func onPlaylistItem(_ event: PlaylistItemEvent) {}
    /// Does nothing.
    public func onPlaylistComplete(_ event: PlaylistCompleteEvent) {}
    /// Does nothing.
    public func onTime(_ event: TimeEvent) {}
    /// Does nothing.
    public func onBufferChange(_ event: BufferChangeEvent) {}
    /// Does nothing.
    public func onSeek(_ event: SeekEvent) {}
    /// Does nothing.
    public func onSeeked(_ event: SeekedEvent) {}
    /// Does nothing.
    public func onPlaybackRateChanged(_ event: PlaybackRateChangedEvent) {}
    /// Does nothing.
    public func onVolume(_ event: VolumeEvent) {}
    /// Does nothing.
    public func onMute(_ event: MuteEvent) {}
    /// Does nothing.
    public func onMeta(_ event: MetaEvent) {}
    /// Does nothing.
    public func onMetaParsed(_ event: MetaParsedEvent) {}
    /// Does nothing.
    public func onCaptionsList(_ event: CaptionsListEvent) {}
    /// Does nothing.
    public func onCaptionsChange(_ event: CaptionsChangeEvent) {}
    /// Does nothing.
    public func onCaptionCue(_ event: CaptionCueEvent) {}
    /// Does nothing.
    public func onLevels(_ event: LevelsEvent) {}
    /// Does nothing.
    public func onLevelsChanged(_ event: LevelsChangedEvent) {}
    /// Does nothing.
    public func onVisualQuality(_ event: VisualQualityEvent) {}
    /// Does nothing.
    public func onAudioTracks(_ event: AudioTracksEvent) {}
    /// Does nothing.
    public func onAudioTrackChanged(_ event: AudioTrackChangedEvent) {}
    /// Does nothing.
    public func onSetupError(_ event: SetupErrorEvent) {}
    /// Does nothing.
    public func onError(_ event: ErrorEvent) {}
    /// Does nothing.
    public func onWarning(_ event: WarningEvent) {}
    /// Does nothing.
    public func onStateChange(_ event: StateChangeEvent) {}
    /// Does nothing.
    public func onFullscreenRequested(_ event: FullscreenRequestedEvent) {}
    /// Does nothing.
    public func onFullscreen(_ event: FullscreenEvent) {}
    /// Does nothing.
    public func onResize(_ event: ResizeEvent) {}
    /// Does nothing.
    public func onControls(_ event: ControlsEvent) {}
    /// Does nothing.
    public func onControlBarVisible(_ event: ControlBarVisibleEvent) {}
    /// Does nothing.
    public func onDisplayClick(_ event: DisplayClickEvent) {}
    /// Does nothing.
    public func onAccessLog(_ event: AccessLogEvent) {}
    /// Does nothing.
    public func onErrorLog(_ event: ErrorLogEvent) {}
    /// Does nothing.
    public func onKeyStatus(_ event: KeyStatusEvent) {}
}

extension PlayerDelegate {
    /// Does nothing.
    public func onAdRequest(_ event: AdRequestEvent) {}
    /// Does nothing.
    public func onAdSchedule(_ event: AdScheduleEvent) {}
    /// Does nothing.
    public func onAdBreakStart(_ event: AdBreakStartEvent) {}
    /// Does nothing.
    public func onAdBreakEnd(_ event: AdBreakEndEvent) {}
    /// Does nothing.
    public func onAdImpression(_ event: AdImpressionEvent) {}
    /// Does nothing.
    public func onAdStarted(_ event: AdStartedEvent) {}
    /// Does nothing.
    public func onAdPlay(_ event: AdPlayEvent) {}
    /// Does nothing.
    public func onAdPause(_ event: AdPauseEvent) {}
    /// Does nothing.
    public func onAdTime(_ event: AdTimeEvent) {}
    /// Does nothing.
    public func onAdMeta(_ event: AdMetaEvent) {}
    /// Does nothing.
    public func onAdCompanions(_ event: AdCompanionsEvent) {}
    /// Does nothing.
    public func onAdClick(_ event: AdClickEvent) {}
    /// Does nothing.
    public func onAdSkipped(_ event: AdSkippedEvent) {}
    /// Does nothing.
    public func onAdComplete(_ event: AdCompleteEvent) {}
    /// Does nothing.
    public func onAdError(_ event: AdErrorEvent) {}
    /// Does nothing.
    public func onAdWarning(_ event: AdWarningEvent) {}
}
