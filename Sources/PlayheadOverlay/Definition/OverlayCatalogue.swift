/// Every kind of message, once. The Swift types, the names of notifications and their keys, the wire form, the JSON schema and the TypeScript
/// declarations all come from this table.
public enum OverlayCatalogue {
    /// The version of the protocol, which a page is told.
    public static let version = 1

    /// All kinds, in the order of the documentation.
    public static let messages = sdk + app + page + player

    /// The definition of a name, or `nil`.
    public static func definition(of name: String) -> MessageDefinition? { byName[name] }

    /// The words of all choices, each once.
    public static let choices = [status, controls, direction, state]

    private static let byName = Dictionary(uniqueKeysWithValues: messages.map { ($0.name, $0) })

    // MARK: Words

    static let status = ChoiceDefinition(
        name: "OverlayStatus", summary: "Whether the overlay is shown.", values: ["enabled", "hidden", "disabled"])
    static let controls = ChoiceDefinition(
        name: "StageControls", summary: "Whether the player's controls are shown.", values: ["visible", "hidden"])
    static let direction = ChoiceDefinition(
        name: "SwipeDirection", summary: "Where a swipe goes.", values: ["left", "right", "up", "down"])
    static let state = ChoiceDefinition(
        name: "OverlayPlayerState", summary: "What the player does, as overlays call it.",
        values: ["playing", "stopped", "paused", "seeking", "buffering"])

    // MARK: Attributes that several kinds have

    /// What a JavaScript `Date` can hold, from 1970 on.
    private static let timecodes: ClosedRange<Int64> = 0...8_640_000_000_000_000
    private static let languageLength = 64
    private static let textLength = 65_536

    private static let error = AttributeDefinition("error", .error, "The error: its level, code and message.")
    private static let controlsAttribute = AttributeDefinition("controls", .choice(controls), "The new state of the player's controls.")
    private static func language(_ summary: String) -> AttributeDefinition {
        AttributeDefinition("language", .string(maximumLength: languageLength), summary)
    }
    private static func timecode(_ summary: String) -> AttributeDefinition { AttributeDefinition("timecode", .int64(timecodes), summary) }
    private static func stateAttribute(_ summary: String) -> AttributeDefinition { AttributeDefinition("state", .choice(state), summary) }
    private static let speed = AttributeDefinition(
        "speed", .float(0...16), "The rate of playing: 0.5 is half speed, 1 normal, 2 twice as fast.")
    private static let volume = AttributeDefinition("volume", .int(0...100), "The volume: 0 is silent, 100 normal.")
    private static let mute = AttributeDefinition("mute", .boolean, "Whether sound is off.")
    private static let videoScale = [
        AttributeDefinition("videoScaleX", .float(0...1), "The picture's width, as a part of the full one."),
        AttributeDefinition("videoScaleY", .float(0...1), "The picture's height, as a part of the full one."),
        AttributeDefinition("videoPivotX", .float(0...1), "The point that stays where it is, from the left (0) to the right (1)."),
        AttributeDefinition("videoPivotY", .float(0...1), "The point that stays where it is, from the top (0) to the bottom (1)."),
        AttributeDefinition("videoScaleDuration", .int(0...60_000), "How long the change takes, in milliseconds."),
    ]

    // MARK: The kinds

    private static let sdk = [
        MessageDefinition("overlayReady", from: .sdk, "All components are at work."),
        MessageDefinition(
            "overlayError", from: .sdk, "Something went wrong in the overlay or a plugin. After a fatal error the app destroys it.", [error]
        ),
    ]

    private static let app = [
        MessageDefinition(
            "appLanguage", from: .app, isState: true, "The app wants the page in another language.", [language("The new language.")]),
        MessageDefinition(
            "appMessage", from: .app, "A message of the app's own to the page.",
            [AttributeDefinition("jsonString", .json, "The message, as the text of a JSON value.")]),
    ]

    private static let page = [
        MessageDefinition(
            "bridgeAppStatus", from: .page, "The overlay's status changed. A disabled one is unloaded.",
            [AttributeDefinition("status", .choice(status), "The new status.")]),
        MessageDefinition("bridgeReady", from: .page, "The page can receive. Nothing is sent to it before."),
        MessageDefinition(
            "bridgeStage", from: .page, permission: .stage, "The empty stage was clicked: the player's controls are to be shown or hidden.",
            [controlsAttribute]),
        MessageDefinition(
            "bridgeStageSwipe", from: .page, permission: .stage, "The empty stage was swiped.",
            [AttributeDefinition("direction", .choice(direction), "Where the swipe went.")]),
        MessageDefinition(
            "bridgeTime", from: .page, permission: .time, "The playhead is to be put elsewhere.",
            [timecode("Where to, in milliseconds since 1970 UTC.")]),
        MessageDefinition(
            "bridgeState", from: .page, permission: .state, "The player is to play, pause or stop.", [stateAttribute("The new state.")]),
        MessageDefinition(
            "bridgeLanguage", from: .page, "The page shows another language.",
            [
                language("The language that is shown."),
                AttributeDefinition(
                    "available", .strings(maximumCount: 256, maximumLength: languageLength), "The languages that there are."),
            ]),
        MessageDefinition(
            "bridgeMessage", from: .page, "A message of the page's own to the app.",
            [
                AttributeDefinition(
                    "jsonString", .string(maximumLength: textLength), "The message; JSON by agreement, which the app has to check.")
            ]),
        MessageDefinition("bridgeSpeed", from: .page, permission: .speed, "The player is to play at another rate.", [speed]),
        MessageDefinition("bridgeVolume", from: .page, permission: .volume, "The player is to be as loud.", [volume]),
        MessageDefinition("bridgeMute", from: .page, permission: .mute, "Sound is to be switched off or on.", [mute]),
        MessageDefinition(
            "bridgeVideoScale", from: .page, permission: .videoScale,
            "The picture is to be made smaller or moved, relative to its full size.", videoScale
        ),
    ]

    private static let player = [
        MessageDefinition("playerReady", from: .player, isState: true, "The player is ready to play."),
        MessageDefinition(
            "playerTime", from: .player, isState: true,
            "Where the playhead is. Without the window the stream is live and can't be sought in.",
            [
                timecode("The playhead, in milliseconds since 1970 UTC."),
                AttributeDefinition(
                    "initialTimecode", .int64(timecodes), isRequired: false,
                    "Where the seekable window begins, in milliseconds since 1970 UTC."),
                AttributeDefinition(
                    "maxTimecode", .int64(timecodes), isRequired: false, "Where the seekable window ends, in milliseconds since 1970 UTC."),
            ]),
        MessageDefinition("playerError", from: .player, "Something went wrong in the player or its plugin.", [error]),
        MessageDefinition(
            "playerMetadata", from: .player, "The playhead came to metadata of the stream.",
            [AttributeDefinition("metadata", .json, "The metadata, as the text of a JSON value.")]),
        MessageDefinition("playerState", from: .player, isState: true, "The player's state changed.", [stateAttribute("The new state.")]),
        MessageDefinition(
            "playerStage", from: .player, isState: true, "The player's controls were shown or hidden.", [controlsAttribute]),
        MessageDefinition("playerSpeed", from: .player, isState: true, "The rate of playing changed.", [speed]),
        MessageDefinition("playerVolume", from: .player, isState: true, "The volume changed.", [volume]),
        MessageDefinition("playerMute", from: .player, isState: true, "Sound was switched off or on.", [mute]),
        MessageDefinition(
            "playerVideoScale", from: .player, isState: true, "The picture is about to be made smaller or moved.", videoScale),
    ]
}
