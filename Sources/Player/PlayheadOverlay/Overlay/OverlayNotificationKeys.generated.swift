// swift-format-ignore-file
// Generated from OverlayCatalogue by `PLAYHEAD_WRITE_GENERATED=1 ./test --filter GeneratedTests`.

import Foundation

/// The notifications between page, player, app and overlay, and the keys of their attributes.
///
/// The overlay posts them with itself as `object`. It observes the notifications of all objects except overlays, on any thread.
public enum OverlayNotificationKeys {
    // MARK: From the overlay itself

    /// The overlay and its plugins are ready.
    public static let overlayReady = Notification.Name("PlayheadOverlay.overlayReady")
    /// An error occurred in the overlay or a plugin. After a fatal error the app destroys the overlay.
    public static let overlayError = Notification.Name("PlayheadOverlay.overlayError")

    // MARK: From the app

    /// The app requests another language of the page.
    public static let appLanguage = Notification.Name("PlayheadOverlay.appLanguage")
    /// A message of the app to the page.
    public static let appMessage = Notification.Name("PlayheadOverlay.appMessage")

    // MARK: From the page

    /// The overlay's status changed. A disabled overlay is unloaded.
    public static let bridgeAppStatus = Notification.Name("PlayheadOverlay.bridgeAppStatus")
    /// The page is ready to receive. No message is sent to it before.
    public static let bridgeReady = Notification.Name("PlayheadOverlay.bridgeReady")
    /// The empty stage was clicked: the player shows or hides its controls.
    public static let bridgeStage = Notification.Name("PlayheadOverlay.bridgeStage")
    /// The empty stage was swiped.
    public static let bridgeStageSwipe = Notification.Name("PlayheadOverlay.bridgeStageSwipe")
    /// The player seeks.
    public static let bridgeTime = Notification.Name("PlayheadOverlay.bridgeTime")
    /// The player plays, pauses or stops.
    public static let bridgeState = Notification.Name("PlayheadOverlay.bridgeState")
    /// The page's language changed.
    public static let bridgeLanguage = Notification.Name("PlayheadOverlay.bridgeLanguage")
    /// A message of the page to the app.
    public static let bridgeMessage = Notification.Name("PlayheadOverlay.bridgeMessage")
    /// The player changes the playback rate.
    public static let bridgeSpeed = Notification.Name("PlayheadOverlay.bridgeSpeed")
    /// The player changes the volume.
    public static let bridgeVolume = Notification.Name("PlayheadOverlay.bridgeVolume")
    /// The player mutes or unmutes the sound.
    public static let bridgeMute = Notification.Name("PlayheadOverlay.bridgeMute")
    /// The player scales or moves the picture, relative to its full size.
    public static let bridgeVideoScale = Notification.Name("PlayheadOverlay.bridgeVideoScale")

    // MARK: From the player's plugin

    /// The player is ready to play.
    public static let playerReady = Notification.Name("PlayheadOverlay.playerReady")
    /// The position of the playhead. Without a window the stream is live and not seekable.
    public static let playerTime = Notification.Name("PlayheadOverlay.playerTime")
    /// An error occurred in the player or its plugin.
    public static let playerError = Notification.Name("PlayheadOverlay.playerError")
    /// The playhead reached metadata of the stream.
    public static let playerMetadata = Notification.Name("PlayheadOverlay.playerMetadata")
    /// The player's state changed.
    public static let playerState = Notification.Name("PlayheadOverlay.playerState")
    /// The player's controls were shown or hidden.
    public static let playerStage = Notification.Name("PlayheadOverlay.playerStage")
    /// The playback rate changed.
    public static let playerSpeed = Notification.Name("PlayheadOverlay.playerSpeed")
    /// The volume changed.
    public static let playerVolume = Notification.Name("PlayheadOverlay.playerVolume")
    /// The sound was muted or unmuted.
    public static let playerMute = Notification.Name("PlayheadOverlay.playerMute")
    /// The picture is about to be scaled or moved.
    public static let playerVideoScale = Notification.Name("PlayheadOverlay.playerVideoScale")

    // MARK: Keys

    /// The error: its level, code and message. The type is `OverlayError`.
    public static let errorUserInfoKey = "error"
    /// The new language. The type is `String`.
    public static let languageUserInfoKey = "language"
    /// The message, as the text of a JSON value. The type is `String`.
    public static let jsonStringUserInfoKey = "jsonString"
    /// The new status. The type is `String`.
    public static let statusUserInfoKey = "status"
    /// The new state of the player's controls. The type is `String`.
    public static let controlsUserInfoKey = "controls"
    /// The direction of the swipe. The type is `String`.
    public static let directionUserInfoKey = "direction"
    /// The target, in milliseconds since 1970 UTC. The type is `Int64`.
    public static let timecodeUserInfoKey = "timecode"
    /// The new state. The type is `String`.
    public static let stateUserInfoKey = "state"
    /// The available languages. The type is `[String]`.
    public static let availableUserInfoKey = "available"
    /// The playback rate: 0.5 is half speed, 1 normal, 2 twice as fast. The type is `Float`.
    public static let speedUserInfoKey = "speed"
    /// The volume: 0 is silent, 100 normal. The type is `Int`.
    public static let volumeUserInfoKey = "volume"
    /// Whether the sound is muted. The type is `Bool`.
    public static let muteUserInfoKey = "mute"
    /// The picture's width relative to the full width. The type is `Float`.
    public static let videoScaleXUserInfoKey = "videoScaleX"
    /// The picture's height relative to the full height. The type is `Float`.
    public static let videoScaleYUserInfoKey = "videoScaleY"
    /// The pivot's position from the left (0) to the right (1). The type is `Float`.
    public static let videoPivotXUserInfoKey = "videoPivotX"
    /// The pivot's position from the top (0) to the bottom (1). The type is `Float`.
    public static let videoPivotYUserInfoKey = "videoPivotY"
    /// The duration of the change, in milliseconds. The type is `Int`.
    public static let videoScaleDurationUserInfoKey = "videoScaleDuration"
    /// The start of the seekable window, in milliseconds since 1970 UTC. The type is `Int64`.
    public static let initialTimecodeUserInfoKey = "initialTimecode"
    /// The end of the seekable window, in milliseconds since 1970 UTC. The type is `Int64`.
    public static let maxTimecodeUserInfoKey = "maxTimecode"
    /// The metadata, as the text of a JSON value. The type is `String`.
    public static let metadataUserInfoKey = "metadata"

    /// Returns the notification of a message.
    package static func notification(of name: OverlayMessageName) -> Notification.Name {
        switch name {
        case .overlayReady: overlayReady
        case .overlayError: overlayError
        case .appLanguage: appLanguage
        case .appMessage: appMessage
        case .bridgeAppStatus: bridgeAppStatus
        case .bridgeReady: bridgeReady
        case .bridgeStage: bridgeStage
        case .bridgeStageSwipe: bridgeStageSwipe
        case .bridgeTime: bridgeTime
        case .bridgeState: bridgeState
        case .bridgeLanguage: bridgeLanguage
        case .bridgeMessage: bridgeMessage
        case .bridgeSpeed: bridgeSpeed
        case .bridgeVolume: bridgeVolume
        case .bridgeMute: bridgeMute
        case .bridgeVideoScale: bridgeVideoScale
        case .playerReady: playerReady
        case .playerTime: playerTime
        case .playerError: playerError
        case .playerMetadata: playerMetadata
        case .playerState: playerState
        case .playerStage: playerStage
        case .playerSpeed: playerSpeed
        case .playerVolume: playerVolume
        case .playerMute: playerMute
        case .playerVideoScale: playerVideoScale
        }
    }
}
