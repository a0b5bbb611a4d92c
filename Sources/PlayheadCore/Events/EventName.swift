/// The names of all events, spelled as in `userInfo["event"]` and JSON.
public enum EventName: String, Sendable, Hashable, CaseIterable {
    case onReady, onSetupError
    case onPlaylist, onPlaylistItem, onPlaylistComplete
    case onPlayAttempt, onBeforePlay, onBuffer, onPlay, onFirstFrame, onPause, onIdle, onBeforeComplete, onComplete
    case onTime, onBufferChange, onSeek, onSeeked
    case onPlaybackRateChanged, onVolume, onMute
    case onMeta, onMetaParsed, onChapter
    case onCaptionsList, onCaptionsChange, onCaptionCue
    case onLevels, onLevelsChanged, onVisualQuality
    case onAudioTracks, onAudioTrackChanged
    case onFullscreenRequested, onFullscreen, onViewable, onResize, onControls, onControlBarVisible, onDisplayClick
    case onError, onWarning
    case onStateChange
    case onAccessLog, onErrorLog
    case onKeyStatus
    case onAdRequest, onAdSchedule, onAdBreakStart, onAdBreakEnd
    case onAdImpression, onAdStarted, onAdPlay, onAdPause, onAdTime, onAdMeta, onAdCompanions
    case onAdClick, onAdSkipped, onAdComplete, onAdError, onAdWarning
}
