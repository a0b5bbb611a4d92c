import Foundation
import PlayheadCore

extension Notification.Name {
    /// Play attempt, first frame, ready, idle, complete, buffer, play, pause, state changes.
    public static let playerStateChanged = Notification.Name("PlayerStateChangedNotification")
    /// onTime, onSeek, onSeeked.
    public static let playbackPositionChanged = Notification.Name("PlaybackPositionChangedNotification")
    /// onMeta, onMetaParsed, onChapter.
    public static let metaDataAvailable = Notification.Name("MetaDataAvailableNotification")
    /// onSetupError, onError, onAdError.
    public static let playerError = Notification.Name("ErrorNotification")
    /// onWarning.
    public static let playerWarning = Notification.Name("WarningNotification")
    /// Lists, selections and cues of captions.
    public static let captions = Notification.Name("CaptionsNotification")
    /// onLevels, onLevelsChanged, onVisualQuality.
    public static let videoQuality = Notification.Name("VideoQualityNotification")
    /// Lists and selections of audio tracks.
    public static let audioTrack = Notification.Name("AudioTrackNotification")
    /// onPlaylist, onPlaylistItem, onItemMetadata, onPlaylistComplete.
    public static let playlist = Notification.Name("PlaylistNotification")
    /// onFullscreenRequested, onFullscreen.
    public static let fullScreenStateChanged = Notification.Name("FullScreenStateChangedNotification")
    /// Visibility, size, controls and clicks of a view.
    public static let view = Notification.Name("PlayerViewNotification")
    /// onAccessLog, onErrorLog.
    public static let playerLog = Notification.Name("PlayerLogNotification")
    /// onKeyStatus.
    public static let contentKeys = Notification.Name("ContentKeysNotification")
    /// Events of ads, except those of the next two notifications.
    public static let adActivity = Notification.Name("AdActivityNotification")
    /// onAdTime.
    public static let adPlaybackProgress = Notification.Name("AdPlaybackProgressNotification")
    /// onAdClick.
    public static let adClick = Notification.Name("AdClickNotification")
    /// Rate, volume and mute.
    public static let playbackControl = Notification.Name("PlaybackControlNotification")
    /// Every event. Add all observers with `queue: nil`: posting is on the main actor, and `queue: .main` deadlocks with an async `main`.
    public static let playerAll = Notification.Name("PlayerAllNotification")

    // Notifications as in AVFoundation; `object` is the item.

    /// The item played to its end: with onComplete.
    public static let didPlayToEndTime = Notification.Name("PlayerItemDidPlayToEndTimeNotification")
    /// The item failed to play, or to play to its end: with onSetupError and onError. `userInfo["error"]` is the ``PlaybackError``.
    public static let failedToPlayToEndTime = Notification.Name("PlayerItemFailedToPlayToEndTimeNotification")
    /// Playback stalled: with onBuffer (stalled).
    public static let playbackStalled = Notification.Name("PlayerItemPlaybackStalledNotification")
    /// Another audio or captions track was selected: with onAudioTrackChanged and onCaptionsChange.
    public static let mediaSelectionDidChange = Notification.Name("PlayerItemMediaSelectionDidChangeNotification")
    /// The access log of the item has a new entry: with onAccessLog.
    public static let newAccessLogEntry = Notification.Name("PlayerItemNewAccessLogEntryNotification")
    /// The error log of the item has a new entry: with onErrorLog.
    public static let newErrorLogEntry = Notification.Name("PlayerItemNewErrorLogEntryNotification")
    /// The playhead was moved by a seek: with onSeeked.
    public static let timeJumped = Notification.Name("PlayerItemTimeJumpedNotification")
}

/// Posts events to the default notification centre, on the main actor; `object` is the player.
///
/// An observer needs `queue: nil`. With `queue: .main`, the observer deadlocks on Linux if `main` is async (``PostingWatch`` reports it).
/// `userInfo["event"]` is the name of the event, `userInfo["sequence"]` its number (except for onAdTime, whose payload has that key); the
/// fields of the payload are added with their keys, as `String`, `Int`, `Double`, `Bool`, `NSNull`, and arrays and dictionaries of them.
@MainActor
enum PlayerNotifications {
    static func post(_ event: any PlayerEvent, from player: AnyObject) {
        let centre = NotificationCenter.default
        let info = userInfo(of: event)
        if let name = name(for: event.name) { centre.post(name: name, object: player, userInfo: info) }
        centre.post(name: .playerAll, object: player, userInfo: info)
    }

    /// Posts the notification of the item that an event causes, as in AVFoundation.
    static func post(_ event: any PlayerEvent, of item: AnyObject) {
        guard let name = itemName(for: event) else { return }
        var info: [AnyHashable: Any]?
        if name == .failedToPlayToEndTime {
            info = ["error": (event as? ErrorEvent)?.error ?? (event as? SetupErrorEvent)?.error as Any]
        }
        NotificationCenter.default.post(name: name, object: item, userInfo: info)
    }

    /// Returns the notification of the item that an event causes, as in AVFoundation; `nil` for none.
    private static func itemName(for event: any PlayerEvent) -> Notification.Name? {
        switch event.name {
        case .onComplete: .didPlayToEndTime
        case .onSetupError, .onError: .failedToPlayToEndTime
        case .onBuffer where (event as? BufferEvent)?.reason == .stalled: .playbackStalled
        case .onAudioTrackChanged, .onCaptionsChange: .mediaSelectionDidChange
        case .onSeeked: .timeJumped
        case .onAccessLog: .newAccessLogEntry
        case .onErrorLog: .newErrorLogEntry
        default: nil
        }
    }

    /// Returns whether an event causes a notification of the player or of its item.
    static func isCaused(_ name: Notification.Name, by event: any PlayerEvent) -> Bool {
        name == .playerAll || name == self.name(for: event.name) || name == itemName(for: event)
    }

    static func userInfo(of event: any PlayerEvent) -> [AnyHashable: Any] {
        let fields = event.fields.fields
        var info = [AnyHashable: Any](minimumCapacity: fields.count + 2)
        info["event"] = event.name.rawValue
        info["sequence"] = event.context.sequence
        // The payload of onAdTime has its own `sequence`, which takes precedence.
        for field in fields { info[field.key] = field.value.foundationValue }
        return info
    }

    /// Returns the notification for an event, besides that for all events.
    static func name(for event: EventName) -> Notification.Name? {
        switch event {
        case .onPlayAttempt, .onBeforePlay, .onFirstFrame, .onReady, .onIdle, .onBeforeComplete, .onComplete, .onBuffer, .onBufferChange,
            .onPlay, .onPause, .onStateChange:
            .playerStateChanged
        case .onTime, .onSeek, .onSeeked: .playbackPositionChanged
        case .onMeta, .onMetaParsed, .onChapter: .metaDataAvailable
        case .onSetupError, .onError, .onAdError: .playerError
        case .onWarning: .playerWarning
        case .onCaptionsList, .onCaptionsChange, .onCaptionCue: .captions
        case .onLevels, .onLevelsChanged, .onVisualQuality: .videoQuality
        case .onAudioTracks, .onAudioTrackChanged: .audioTrack
        case .onPlaylist, .onPlaylistItem, .onItemMetadata, .onPlaylistComplete: .playlist
        case .onPlaybackRateChanged, .onVolume, .onMute: .playbackControl
        case .onFullscreenRequested, .onFullscreen: .fullScreenStateChanged
        case .onViewable, .onResize, .onControls, .onControlBarVisible, .onDisplayClick: .view
        case .onAccessLog, .onErrorLog: .playerLog
        case .onKeyStatus: .contentKeys
        case .onAdRequest, .onAdSchedule, .onAdBreakStart, .onAdBreakEnd, .onAdImpression, .onAdStarted, .onAdPlay, .onAdPause, .onAdMeta,
            .onAdCompanions, .onAdSkipped, .onAdComplete, .onAdWarning:
            .adActivity
        case .onAdTime: .adPlaybackProgress
        case .onAdClick: .adClick
        }
    }
}

extension EventFields {
    /// The fields as Foundation collections.
    public var foundationValue: [String: Any] {
        Dictionary(fields.map { ($0.key, $0.value.foundationValue) }) { _, last in last }
    }
}

extension EventValue {
    /// The value as a Foundation object.
    public var foundationValue: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .int(let value): value
        case .double(let value): value
        case .string(let value): value
        case .array(let values): values.map(\.foundationValue)
        case .object(let fields): fields.foundationValue
        }
    }
}
