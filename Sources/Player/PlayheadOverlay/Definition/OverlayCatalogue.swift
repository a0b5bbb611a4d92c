/// The definitions of all messages. The Swift types, the names of notifications and their keys, the encoding, the JSON schema and the
/// TypeScript declarations are generated from this table.
package enum OverlayCatalogue {
    /// The version of the protocol, which is part of the greeting.
    package static let version = 1

    /// The definitions in the order of the documentation.
    package static let messages = sdk + app + page + player

    /// Returns the definition of a message, or `nil`.
    package static func definition(of name: String) -> MessageDefinition? { byName[name] }

    /// The definitions of all choices.
    package static let choices = [status, controls, direction, state]

    private static let byName = Dictionary(uniqueKeysWithValues: messages.map { ($0.name, $0) })

    // MARK: Choices

    static let status = ChoiceDefinition(
        name: "OverlayStatus", summary: "Whether the overlay is shown.", values: ["enabled", "hidden", "disabled"])
    static let controls = ChoiceDefinition(
        name: "StageControls", summary: "Whether the player's controls are shown.", values: ["visible", "hidden"])
    static let direction = ChoiceDefinition(
        name: "SwipeDirection", summary: "The direction of a swipe.", values: ["left", "right", "up", "down"])
    static let state = ChoiceDefinition(
        name: "OverlayPlayerState", summary: "The player's state, in the terms of overlays.",
        values: ["playing", "stopped", "paused", "seeking", "buffering"])

    // MARK: Shared attributes

    /// The range of a JavaScript `Date` from 1970 on.
    private static let timecodes: ClosedRange<Int64> = 0...8_640_000_000_000_000
    private static let languageLength = 64
    private static let textLength = 65_536

    private static let error = AttributeDefinition("error", .error, summary: "The error: its level, code and message.")
    private static let controlsAttribute = AttributeDefinition(
        "controls", .choice(controls), summary: "The new state of the player's controls.")
    private static func language(_ summary: String) -> AttributeDefinition {
        AttributeDefinition("language", .string(maximumLength: languageLength), summary: summary)
    }
    private static func timecode(_ summary: String) -> AttributeDefinition {
        AttributeDefinition("timecode", .int64(timecodes), summary: summary)
    }
    private static func stateAttribute(_ summary: String) -> AttributeDefinition {
        AttributeDefinition("state", .choice(state), summary: summary)
    }
    private static let speed = AttributeDefinition(
        "speed", .float(0...16), summary: "The playback rate: 0.5 is half speed, 1 normal, 2 twice as fast.")
    private static let volume = AttributeDefinition("volume", .int(0...100), summary: "The volume: 0 is silent, 100 normal.")
    private static let mute = AttributeDefinition("mute", .boolean, summary: "Whether the sound is muted.")
    private static let videoScale = [
        AttributeDefinition("videoScaleX", .float(0...1), summary: "The picture's width relative to the full width."),
        AttributeDefinition("videoScaleY", .float(0...1), summary: "The picture's height relative to the full height."),
        AttributeDefinition("videoPivotX", .float(0...1), summary: "The pivot's position from the left (0) to the right (1)."),
        AttributeDefinition("videoPivotY", .float(0...1), summary: "The pivot's position from the top (0) to the bottom (1)."),
        AttributeDefinition("videoScaleDuration", .int(0...60_000), summary: "The duration of the change, in milliseconds."),
    ]

    // MARK: Messages

    private static let sdk = [
        MessageDefinition("overlayReady", from: .sdk, summary: "The overlay and its plugins are ready."),
        MessageDefinition(
            "overlayError", from: .sdk,
            summary: "An error occurred in the overlay or a plugin. After a fatal error the app destroys the overlay.", attributes: [error]
        ),
    ]

    private static let app = [
        MessageDefinition(
            "appLanguage", from: .app, isState: true, summary: "The app requests another language of the page.",
            attributes: [language("The new language.")]),
        MessageDefinition(
            "appMessage", from: .app, summary: "A message of the app to the page.",
            attributes: [AttributeDefinition("jsonString", .json, summary: "The message, as the text of a JSON value.")]),
    ]

    private static let page = [
        MessageDefinition(
            "bridgeAppStatus", from: .page, summary: "The overlay's status changed. A disabled overlay is unloaded.",
            attributes: [AttributeDefinition("status", .choice(status), summary: "The new status.")]),
        MessageDefinition("bridgeReady", from: .page, summary: "The page is ready to receive. No message is sent to it before."),
        MessageDefinition(
            "bridgeStage", from: .page, permission: .stage,
            summary: "The empty stage was clicked: the player shows or hides its controls.", attributes: [controlsAttribute]),
        MessageDefinition(
            "bridgeStageSwipe", from: .page, permission: .stage, summary: "The empty stage was swiped.",
            attributes: [AttributeDefinition("direction", .choice(direction), summary: "The direction of the swipe.")]),
        MessageDefinition(
            "bridgeTime", from: .page, permission: .time, summary: "The player seeks.",
            attributes: [timecode("The target, in milliseconds since 1970 UTC.")]),
        MessageDefinition(
            "bridgeState", from: .page, permission: .state, summary: "The player plays, pauses or stops.",
            attributes: [stateAttribute("The new state.")]),
        MessageDefinition(
            "bridgeLanguage", from: .page, summary: "The page's language changed.",
            attributes: [
                language("The current language."),
                AttributeDefinition(
                    "available", .strings(maximumCount: 256, maximumLength: languageLength), summary: "The available languages."),
            ]),
        MessageDefinition(
            "bridgeMessage", from: .page, summary: "A message of the page to the app.",
            attributes: [
                AttributeDefinition(
                    "jsonString", .string(maximumLength: textLength),
                    summary: "The message: JSON by convention, which the app must validate.")
            ]),
        MessageDefinition(
            "bridgeSpeed", from: .page, permission: .speed, summary: "The player changes the playback rate.", attributes: [speed]),
        MessageDefinition(
            "bridgeVolume", from: .page, permission: .volume, summary: "The player changes the volume.", attributes: [volume]),
        MessageDefinition(
            "bridgeMute", from: .page, permission: .mute, summary: "The player mutes or unmutes the sound.", attributes: [mute]),
        MessageDefinition(
            "bridgeVideoScale", from: .page, permission: .videoScale,
            summary: "The player scales or moves the picture, relative to its full size.", attributes: videoScale
        ),
    ]

    private static let player = [
        MessageDefinition("playerReady", from: .player, isState: true, summary: "The player is ready to play."),
        MessageDefinition(
            "playerTime", from: .player, isState: true,
            summary: "The position of the playhead. Without a window the stream is live and not seekable.",
            attributes: [
                timecode("The playhead, in milliseconds since 1970 UTC."),
                AttributeDefinition(
                    "initialTimecode", .int64(timecodes), isRequired: false,
                    summary: "The start of the seekable window, in milliseconds since 1970 UTC."),
                AttributeDefinition(
                    "maxTimecode", .int64(timecodes), isRequired: false,
                    summary: "The end of the seekable window, in milliseconds since 1970 UTC."),
            ]),
        MessageDefinition(
            "playerError", from: .player, summary: "An error occurred in the player or its plugin.", attributes: [error]),
        MessageDefinition(
            "playerMetadata", from: .player, summary: "The playhead reached metadata of the stream.",
            attributes: [AttributeDefinition("metadata", .json, summary: "The metadata, as the text of a JSON value.")]),
        MessageDefinition(
            "playerState", from: .player, isState: true, summary: "The player's state changed.",
            attributes: [stateAttribute("The new state.")]),
        MessageDefinition(
            "playerStage", from: .player, isState: true, summary: "The player's controls were shown or hidden.",
            attributes: [controlsAttribute]),
        MessageDefinition("playerSpeed", from: .player, isState: true, summary: "The playback rate changed.", attributes: [speed]),
        MessageDefinition("playerVolume", from: .player, isState: true, summary: "The volume changed.", attributes: [volume]),
        MessageDefinition("playerMute", from: .player, isState: true, summary: "The sound was muted or unmuted.", attributes: [mute]),
        MessageDefinition(
            "playerVideoScale", from: .player, isState: true, summary: "The picture is about to be scaled or moved.",
            attributes: videoScale),
    ]
}
