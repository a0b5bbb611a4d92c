/// An event of a player.
///
/// Each event of the catalogue is a separate struct; every channel (delegate, notifications, async sequence, JSON) uses this value.
public protocol PlayerEvent: Sendable {
    /// The event's name in the catalogue.
    static var name: EventName { get }
    /// Sequence number, times, position and state; set by the player when it emits the event.
    var context: EventContext { get set }
    /// The payload under the catalogue's keys.
    var fields: EventFields { get }
    /// Calls the delegate's method for this event.
    @MainActor func deliver(to delegate: any PlayerDelegate)
}

extension PlayerEvent {
    /// The event's name in the catalogue.
    public var name: EventName { Self.name }
}

/// The names of all events, spelled as in `userInfo["event"]` and JSON.
public enum EventName: String, Sendable, Hashable, CaseIterable {
    case onReady, onSetupError
    case onPlaylist, onPlaylistItem, onItemMetadata, onPlaylistComplete
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
