// swift-format-ignore-file
// Generated from OverlayCatalogue by `PLAYHEAD_WRITE_GENERATED=1 ./test --filter GeneratedTests`.

/// The names of all messages, as in encoded messages.
package enum OverlayMessageName: String, Sendable, Hashable, CaseIterable {
    /// The overlay and its plugins are ready.
    case overlayReady
    /// An error occurred in the overlay or a plugin. After a fatal error the app destroys the overlay.
    case overlayError
    /// The app requests another language of the page.
    case appLanguage
    /// A message of the app to the page.
    case appMessage
    /// The overlay's status changed. A disabled overlay is unloaded.
    case bridgeAppStatus
    /// The page is ready to receive. No message is sent to it before.
    case bridgeReady
    /// The empty stage was clicked: the player shows or hides its controls.
    case bridgeStage
    /// The empty stage was swiped.
    case bridgeStageSwipe
    /// The player seeks.
    case bridgeTime
    /// The player plays, pauses or stops.
    case bridgeState
    /// The page's language changed.
    case bridgeLanguage
    /// A message of the page to the app.
    case bridgeMessage
    /// The player changes the playback rate.
    case bridgeSpeed
    /// The player changes the volume.
    case bridgeVolume
    /// The player mutes or unmutes the sound.
    case bridgeMute
    /// The player scales or moves the picture, relative to its full size.
    case bridgeVideoScale
    /// The player is ready to play.
    case playerReady
    /// The position of the playhead. Without a window the stream is live and not seekable.
    case playerTime
    /// An error occurred in the player or its plugin.
    case playerError
    /// The playhead reached metadata of the stream.
    case playerMetadata
    /// The player's state changed.
    case playerState
    /// The player's controls were shown or hidden.
    case playerStage
    /// The playback rate changed.
    case playerSpeed
    /// The volume changed.
    case playerVolume
    /// The sound was muted or unmuted.
    case playerMute
    /// The picture is about to be scaled or moved.
    case playerVideoScale
}

/// Whether the overlay is shown.
public enum OverlayStatus: String, Sendable, Hashable, CaseIterable {
    /// `enabled`.
    case enabled
    /// `hidden`.
    case hidden
    /// `disabled`.
    case disabled
}

/// Whether the player's controls are shown.
public enum StageControls: String, Sendable, Hashable, CaseIterable {
    /// `visible`.
    case visible
    /// `hidden`.
    case hidden
}

/// The direction of a swipe.
public enum SwipeDirection: String, Sendable, Hashable, CaseIterable {
    /// `left`.
    case left
    /// `right`.
    case right
    /// `up`.
    case up
    /// `down`.
    case down
}

/// The player's state, in the terms of overlays.
public enum OverlayPlayerState: String, Sendable, Hashable, CaseIterable {
    /// `playing`.
    case playing
    /// `stopped`.
    case stopped
    /// `paused`.
    case paused
    /// `seeking`.
    case seeking
    /// `buffering`.
    case buffering
}

/// A message between page, player, app and overlay.
public enum OverlayMessage: Sendable, Hashable {
    /// The overlay and its plugins are ready.
    case overlayReady
    /// An error occurred in the overlay or a plugin. After a fatal error the app destroys the overlay.
    case overlayError(error: OverlayError)
    /// The app requests another language of the page.
    case appLanguage(language: String)
    /// A message of the app to the page.
    case appMessage(jsonString: String)
    /// The overlay's status changed. A disabled overlay is unloaded.
    case bridgeAppStatus(status: OverlayStatus)
    /// The page is ready to receive. No message is sent to it before.
    case bridgeReady
    /// The empty stage was clicked: the player shows or hides its controls.
    case bridgeStage(controls: StageControls)
    /// The empty stage was swiped.
    case bridgeStageSwipe(direction: SwipeDirection)
    /// The player seeks.
    case bridgeTime(timecode: Int64)
    /// The player plays, pauses or stops.
    case bridgeState(state: OverlayPlayerState)
    /// The page's language changed.
    case bridgeLanguage(language: String, available: [String])
    /// A message of the page to the app.
    case bridgeMessage(jsonString: String)
    /// The player changes the playback rate.
    case bridgeSpeed(speed: Float)
    /// The player changes the volume.
    case bridgeVolume(volume: Int)
    /// The player mutes or unmutes the sound.
    case bridgeMute(mute: Bool)
    /// The player scales or moves the picture, relative to its full size.
    case bridgeVideoScale(videoScaleX: Float, videoScaleY: Float, videoPivotX: Float, videoPivotY: Float, videoScaleDuration: Int)
    /// The player is ready to play.
    case playerReady
    /// The position of the playhead. Without a window the stream is live and not seekable.
    case playerTime(timecode: Int64, initialTimecode: Int64? = nil, maxTimecode: Int64? = nil)
    /// An error occurred in the player or its plugin.
    case playerError(error: OverlayError)
    /// The playhead reached metadata of the stream.
    case playerMetadata(metadata: String)
    /// The player's state changed.
    case playerState(state: OverlayPlayerState)
    /// The player's controls were shown or hidden.
    case playerStage(controls: StageControls)
    /// The playback rate changed.
    case playerSpeed(speed: Float)
    /// The volume changed.
    case playerVolume(volume: Int)
    /// The sound was muted or unmuted.
    case playerMute(mute: Bool)
    /// The picture is about to be scaled or moved.
    case playerVideoScale(videoScaleX: Float, videoScaleY: Float, videoPivotX: Float, videoPivotY: Float, videoScaleDuration: Int)
}

extension OverlayMessage {
    /// The name of the message.
    package var name: OverlayMessageName {
        switch self {
        case .overlayReady: .overlayReady
        case .overlayError: .overlayError
        case .appLanguage: .appLanguage
        case .appMessage: .appMessage
        case .bridgeAppStatus: .bridgeAppStatus
        case .bridgeReady: .bridgeReady
        case .bridgeStage: .bridgeStage
        case .bridgeStageSwipe: .bridgeStageSwipe
        case .bridgeTime: .bridgeTime
        case .bridgeState: .bridgeState
        case .bridgeLanguage: .bridgeLanguage
        case .bridgeMessage: .bridgeMessage
        case .bridgeSpeed: .bridgeSpeed
        case .bridgeVolume: .bridgeVolume
        case .bridgeMute: .bridgeMute
        case .bridgeVideoScale: .bridgeVideoScale
        case .playerReady: .playerReady
        case .playerTime: .playerTime
        case .playerError: .playerError
        case .playerMetadata: .playerMetadata
        case .playerState: .playerState
        case .playerStage: .playerStage
        case .playerSpeed: .playerSpeed
        case .playerVolume: .playerVolume
        case .playerMute: .playerMute
        case .playerVideoScale: .playerVideoScale
        }
    }

    /// Creates a message from validated attributes; `nil` if a required one is missing.
    init?(_ name: OverlayMessageName, _ values: AttributeValues) {
        switch name {
        case .overlayReady:
            self = .overlayReady
        case .overlayError:
            guard let error = values.error("error") else { return nil }
            self = .overlayError(error: error)
        case .appLanguage:
            guard let language = values.string("language") else { return nil }
            self = .appLanguage(language: language)
        case .appMessage:
            guard let jsonString = values.string("jsonString") else { return nil }
            self = .appMessage(jsonString: jsonString)
        case .bridgeAppStatus:
            guard let status: OverlayStatus = values.choice("status") else { return nil }
            self = .bridgeAppStatus(status: status)
        case .bridgeReady:
            self = .bridgeReady
        case .bridgeStage:
            guard let controls: StageControls = values.choice("controls") else { return nil }
            self = .bridgeStage(controls: controls)
        case .bridgeStageSwipe:
            guard let direction: SwipeDirection = values.choice("direction") else { return nil }
            self = .bridgeStageSwipe(direction: direction)
        case .bridgeTime:
            guard let timecode = values.int64("timecode") else { return nil }
            self = .bridgeTime(timecode: timecode)
        case .bridgeState:
            guard let state: OverlayPlayerState = values.choice("state") else { return nil }
            self = .bridgeState(state: state)
        case .bridgeLanguage:
            guard let language = values.string("language"), let available = values.strings("available") else { return nil }
            self = .bridgeLanguage(language: language, available: available)
        case .bridgeMessage:
            guard let jsonString = values.string("jsonString") else { return nil }
            self = .bridgeMessage(jsonString: jsonString)
        case .bridgeSpeed:
            guard let speed = values.float("speed") else { return nil }
            self = .bridgeSpeed(speed: speed)
        case .bridgeVolume:
            guard let volume = values.int("volume") else { return nil }
            self = .bridgeVolume(volume: volume)
        case .bridgeMute:
            guard let mute = values.boolean("mute") else { return nil }
            self = .bridgeMute(mute: mute)
        case .bridgeVideoScale:
            guard let videoScaleX = values.float("videoScaleX"),
                let videoScaleY = values.float("videoScaleY"),
                let videoPivotX = values.float("videoPivotX"),
                let videoPivotY = values.float("videoPivotY"),
                let videoScaleDuration = values.int("videoScaleDuration")
            else { return nil }
            self = .bridgeVideoScale(
                videoScaleX: videoScaleX, videoScaleY: videoScaleY, videoPivotX: videoPivotX, videoPivotY: videoPivotY, videoScaleDuration: videoScaleDuration)
        case .playerReady:
            self = .playerReady
        case .playerTime:
            guard let timecode = values.int64("timecode") else { return nil }
            self = .playerTime(
                timecode: timecode, initialTimecode: values.int64("initialTimecode"), maxTimecode: values.int64("maxTimecode"))
        case .playerError:
            guard let error = values.error("error") else { return nil }
            self = .playerError(error: error)
        case .playerMetadata:
            guard let metadata = values.string("metadata") else { return nil }
            self = .playerMetadata(metadata: metadata)
        case .playerState:
            guard let state: OverlayPlayerState = values.choice("state") else { return nil }
            self = .playerState(state: state)
        case .playerStage:
            guard let controls: StageControls = values.choice("controls") else { return nil }
            self = .playerStage(controls: controls)
        case .playerSpeed:
            guard let speed = values.float("speed") else { return nil }
            self = .playerSpeed(speed: speed)
        case .playerVolume:
            guard let volume = values.int("volume") else { return nil }
            self = .playerVolume(volume: volume)
        case .playerMute:
            guard let mute = values.boolean("mute") else { return nil }
            self = .playerMute(mute: mute)
        case .playerVideoScale:
            guard let videoScaleX = values.float("videoScaleX"),
                let videoScaleY = values.float("videoScaleY"),
                let videoPivotX = values.float("videoPivotX"),
                let videoPivotY = values.float("videoPivotY"),
                let videoScaleDuration = values.int("videoScaleDuration")
            else { return nil }
            self = .playerVideoScale(
                videoScaleX: videoScaleX, videoScaleY: videoScaleY, videoPivotX: videoPivotX, videoPivotY: videoPivotY, videoScaleDuration: videoScaleDuration)
        }
    }

    /// The attributes by key.
    var values: AttributeValues {
        var values = AttributeValues()
        switch self {
        case .overlayReady, .bridgeReady, .playerReady: break
        case .overlayError(let error):
            values["error"] = .error(error)
        case .appLanguage(let language):
            values["language"] = .string(language)
        case .appMessage(let jsonString):
            values["jsonString"] = .string(jsonString)
        case .bridgeAppStatus(let status):
            values["status"] = .string(status.rawValue)
        case .bridgeStage(let controls):
            values["controls"] = .string(controls.rawValue)
        case .bridgeStageSwipe(let direction):
            values["direction"] = .string(direction.rawValue)
        case .bridgeTime(let timecode):
            values["timecode"] = .int64(timecode)
        case .bridgeState(let state):
            values["state"] = .string(state.rawValue)
        case .bridgeLanguage(let language, let available):
            values["language"] = .string(language)
            values["available"] = .strings(available)
        case .bridgeMessage(let jsonString):
            values["jsonString"] = .string(jsonString)
        case .bridgeSpeed(let speed):
            values["speed"] = .float(speed)
        case .bridgeVolume(let volume):
            values["volume"] = .int(volume)
        case .bridgeMute(let mute):
            values["mute"] = .boolean(mute)
        case .bridgeVideoScale(let videoScaleX, let videoScaleY, let videoPivotX, let videoPivotY, let videoScaleDuration):
            values["videoScaleX"] = .float(videoScaleX)
            values["videoScaleY"] = .float(videoScaleY)
            values["videoPivotX"] = .float(videoPivotX)
            values["videoPivotY"] = .float(videoPivotY)
            values["videoScaleDuration"] = .int(videoScaleDuration)
        case .playerTime(let timecode, let initialTimecode, let maxTimecode):
            values["timecode"] = .int64(timecode)
            values["initialTimecode"] = initialTimecode.map { .int64($0) }
            values["maxTimecode"] = maxTimecode.map { .int64($0) }
        case .playerError(let error):
            values["error"] = .error(error)
        case .playerMetadata(let metadata):
            values["metadata"] = .string(metadata)
        case .playerState(let state):
            values["state"] = .string(state.rawValue)
        case .playerStage(let controls):
            values["controls"] = .string(controls.rawValue)
        case .playerSpeed(let speed):
            values["speed"] = .float(speed)
        case .playerVolume(let volume):
            values["volume"] = .int(volume)
        case .playerMute(let mute):
            values["mute"] = .boolean(mute)
        case .playerVideoScale(let videoScaleX, let videoScaleY, let videoPivotX, let videoPivotY, let videoScaleDuration):
            values["videoScaleX"] = .float(videoScaleX)
            values["videoScaleY"] = .float(videoScaleY)
            values["videoPivotX"] = .float(videoPivotX)
            values["videoPivotY"] = .float(videoPivotY)
            values["videoScaleDuration"] = .int(videoScaleDuration)
        }
        return values
    }
}
