// swift-format-ignore-file
// Made from OverlayCatalogue; `PLAYHEAD_WRITE_GENERATED=1 ./test --filter GeneratedTests` makes it anew.

/// The names of all messages, as on the wire.
public enum OverlayMessageName: String, Sendable, Hashable, CaseIterable {
    /// All components are at work.
    case overlayReady
    /// Something went wrong in the overlay or a plugin. After a fatal error the app destroys it.
    case overlayError
    /// The app wants the page in another language.
    case appLanguage
    /// A message of the app's own to the page.
    case appMessage
    /// The overlay's status changed. A disabled one is unloaded.
    case bridgeAppStatus
    /// The page can receive. Nothing is sent to it before.
    case bridgeReady
    /// The empty stage was clicked: the player's controls are to be shown or hidden.
    case bridgeStage
    /// The empty stage was swiped.
    case bridgeStageSwipe
    /// The playhead is to be put elsewhere.
    case bridgeTime
    /// The player is to play, pause or stop.
    case bridgeState
    /// The page shows another language.
    case bridgeLanguage
    /// A message of the page's own to the app.
    case bridgeMessage
    /// The player is to play at another rate.
    case bridgeSpeed
    /// The player is to be as loud.
    case bridgeVolume
    /// Sound is to be switched off or on.
    case bridgeMute
    /// The picture is to be made smaller or moved, relative to its full size.
    case bridgeVideoScale
    /// The player is ready to play.
    case playerReady
    /// Where the playhead is. Without the window the stream is live and can't be sought in.
    case playerTime
    /// Something went wrong in the player or its plugin.
    case playerError
    /// The playhead came to metadata of the stream.
    case playerMetadata
    /// The player's state changed.
    case playerState
    /// The player's controls were shown or hidden.
    case playerStage
    /// The rate of playing changed.
    case playerSpeed
    /// The volume changed.
    case playerVolume
    /// Sound was switched off or on.
    case playerMute
    /// The picture is about to be made smaller or moved.
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

/// Where a swipe goes.
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

/// What the player does, as overlays call it.
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
    /// All components are at work.
    case overlayReady
    /// Something went wrong in the overlay or a plugin. After a fatal error the app destroys it.
    case overlayError(error: OverlayError)
    /// The app wants the page in another language.
    case appLanguage(language: String)
    /// A message of the app's own to the page.
    case appMessage(jsonString: String)
    /// The overlay's status changed. A disabled one is unloaded.
    case bridgeAppStatus(status: OverlayStatus)
    /// The page can receive. Nothing is sent to it before.
    case bridgeReady
    /// The empty stage was clicked: the player's controls are to be shown or hidden.
    case bridgeStage(controls: StageControls)
    /// The empty stage was swiped.
    case bridgeStageSwipe(direction: SwipeDirection)
    /// The playhead is to be put elsewhere.
    case bridgeTime(timecode: Int64)
    /// The player is to play, pause or stop.
    case bridgeState(state: OverlayPlayerState)
    /// The page shows another language.
    case bridgeLanguage(language: String, available: [String])
    /// A message of the page's own to the app.
    case bridgeMessage(jsonString: String)
    /// The player is to play at another rate.
    case bridgeSpeed(speed: Float)
    /// The player is to be as loud.
    case bridgeVolume(volume: Int)
    /// Sound is to be switched off or on.
    case bridgeMute(mute: Bool)
    /// The picture is to be made smaller or moved, relative to its full size.
    case bridgeVideoScale(videoScaleX: Float, videoScaleY: Float, videoPivotX: Float, videoPivotY: Float, videoScaleDuration: Int)
    /// The player is ready to play.
    case playerReady
    /// Where the playhead is. Without the window the stream is live and can't be sought in.
    case playerTime(timecode: Int64, initialTimecode: Int64? = nil, maxTimecode: Int64? = nil)
    /// Something went wrong in the player or its plugin.
    case playerError(error: OverlayError)
    /// The playhead came to metadata of the stream.
    case playerMetadata(metadata: String)
    /// The player's state changed.
    case playerState(state: OverlayPlayerState)
    /// The player's controls were shown or hidden.
    case playerStage(controls: StageControls)
    /// The rate of playing changed.
    case playerSpeed(speed: Float)
    /// The volume changed.
    case playerVolume(volume: Int)
    /// Sound was switched off or on.
    case playerMute(mute: Bool)
    /// The picture is about to be made smaller or moved.
    case playerVideoScale(videoScaleX: Float, videoScaleY: Float, videoPivotX: Float, videoPivotY: Float, videoScaleDuration: Int)
}

extension OverlayMessage {
    /// Which message it is.
    public var name: OverlayMessageName {
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

    /// Makes a message of attributes that are checked; `nil` where a required one is missing.
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

    /// The attributes by their keys.
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
