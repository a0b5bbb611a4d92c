// swift-format-ignore-file
// Made from OverlayCatalogue; `PLAYHEAD_WRITE_GENERATED=1 ./test --filter GeneratedTests` makes it anew.

import Foundation

/// The notifications by which page, player, app and overlay talk, and the keys of what they carry.
///
/// The overlay posts them with itself as `object`. What others post is heard from any object but an overlay, on any thread.
public enum OverlayNotificationKeys {
    // MARK: From the overlay itself

    /// All components are at work.
    public static let overlayReady = Notification.Name("PlayheadOverlay.overlayReady")
    /// Something went wrong in the overlay or a plugin. After a fatal error the app destroys it.
    public static let overlayError = Notification.Name("PlayheadOverlay.overlayError")

    // MARK: From the app

    /// The app wants the page in another language.
    public static let appLanguage = Notification.Name("PlayheadOverlay.appLanguage")
    /// A message of the app's own to the page.
    public static let appMessage = Notification.Name("PlayheadOverlay.appMessage")

    // MARK: From the page

    /// The overlay's status changed. A disabled one is unloaded.
    public static let bridgeAppStatus = Notification.Name("PlayheadOverlay.bridgeAppStatus")
    /// The page can receive. Nothing is sent to it before.
    public static let bridgeReady = Notification.Name("PlayheadOverlay.bridgeReady")
    /// The empty stage was clicked: the player's controls are to be shown or hidden.
    public static let bridgeStage = Notification.Name("PlayheadOverlay.bridgeStage")
    /// The empty stage was swiped.
    public static let bridgeStageSwipe = Notification.Name("PlayheadOverlay.bridgeStageSwipe")
    /// The playhead is to be put elsewhere.
    public static let bridgeTime = Notification.Name("PlayheadOverlay.bridgeTime")
    /// The player is to play, pause or stop.
    public static let bridgeState = Notification.Name("PlayheadOverlay.bridgeState")
    /// The page shows another language.
    public static let bridgeLanguage = Notification.Name("PlayheadOverlay.bridgeLanguage")
    /// A message of the page's own to the app.
    public static let bridgeMessage = Notification.Name("PlayheadOverlay.bridgeMessage")
    /// The player is to play at another rate.
    public static let bridgeSpeed = Notification.Name("PlayheadOverlay.bridgeSpeed")
    /// The player is to be as loud.
    public static let bridgeVolume = Notification.Name("PlayheadOverlay.bridgeVolume")
    /// Sound is to be switched off or on.
    public static let bridgeMute = Notification.Name("PlayheadOverlay.bridgeMute")
    /// The picture is to be made smaller or moved, relative to its full size.
    public static let bridgeVideoScale = Notification.Name("PlayheadOverlay.bridgeVideoScale")

    // MARK: From the player's plugin

    /// The player is ready to play.
    public static let playerReady = Notification.Name("PlayheadOverlay.playerReady")
    /// Where the playhead is. Without the window the stream is live and can't be sought in.
    public static let playerTime = Notification.Name("PlayheadOverlay.playerTime")
    /// Something went wrong in the player or its plugin.
    public static let playerError = Notification.Name("PlayheadOverlay.playerError")
    /// The playhead came to metadata of the stream.
    public static let playerMetadata = Notification.Name("PlayheadOverlay.playerMetadata")
    /// The player's state changed.
    public static let playerState = Notification.Name("PlayheadOverlay.playerState")
    /// The player's controls were shown or hidden.
    public static let playerStage = Notification.Name("PlayheadOverlay.playerStage")
    /// The rate of playing changed.
    public static let playerSpeed = Notification.Name("PlayheadOverlay.playerSpeed")
    /// The volume changed.
    public static let playerVolume = Notification.Name("PlayheadOverlay.playerVolume")
    /// Sound was switched off or on.
    public static let playerMute = Notification.Name("PlayheadOverlay.playerMute")
    /// The picture is about to be made smaller or moved.
    public static let playerVideoScale = Notification.Name("PlayheadOverlay.playerVideoScale")

    // MARK: Keys

    /// `OverlayError`. The error: its level, code and message.
    public static let errorUserInfoKey = "error"
    /// `String`. The new language.
    public static let languageUserInfoKey = "language"
    /// `String`. The message, as the text of a JSON value.
    public static let jsonStringUserInfoKey = "jsonString"
    /// `String`. The new status.
    public static let statusUserInfoKey = "status"
    /// `String`. The new state of the player's controls.
    public static let controlsUserInfoKey = "controls"
    /// `String`. Where the swipe went.
    public static let directionUserInfoKey = "direction"
    /// `Int64`. Where to, in milliseconds since 1970 UTC.
    public static let timecodeUserInfoKey = "timecode"
    /// `String`. The new state.
    public static let stateUserInfoKey = "state"
    /// `[String]`. The languages that there are.
    public static let availableUserInfoKey = "available"
    /// `Float`. The rate of playing: 0.5 is half speed, 1 normal, 2 twice as fast.
    public static let speedUserInfoKey = "speed"
    /// `Int`. The volume: 0 is silent, 100 normal.
    public static let volumeUserInfoKey = "volume"
    /// `Bool`. Whether sound is off.
    public static let muteUserInfoKey = "mute"
    /// `Float`. The picture's width, as a part of the full one.
    public static let videoScaleXUserInfoKey = "videoScaleX"
    /// `Float`. The picture's height, as a part of the full one.
    public static let videoScaleYUserInfoKey = "videoScaleY"
    /// `Float`. The point that stays where it is, from the left (0) to the right (1).
    public static let videoPivotXUserInfoKey = "videoPivotX"
    /// `Float`. The point that stays where it is, from the top (0) to the bottom (1).
    public static let videoPivotYUserInfoKey = "videoPivotY"
    /// `Int`. How long the change takes, in milliseconds.
    public static let videoScaleDurationUserInfoKey = "videoScaleDuration"
    /// `Int64`. Where the seekable window begins, in milliseconds since 1970 UTC.
    public static let initialTimecodeUserInfoKey = "initialTimecode"
    /// `Int64`. Where the seekable window ends, in milliseconds since 1970 UTC.
    public static let maxTimecodeUserInfoKey = "maxTimecode"
    /// `String`. The metadata, as the text of a JSON value.
    public static let metadataUserInfoKey = "metadata"

    /// The notification of each message.
    public static func notification(of name: OverlayMessageName) -> Notification.Name {
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
