/// A kind of message between the page, the player, the app and the overlay itself.
public struct MessageDefinition: Sendable, Hashable {
    /// Who sends it.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// The overlay's own machinery.
        case sdk
        /// The app, or one of its plugins.
        case app
        /// The page.
        case page
        /// The player's plugin.
        case player
    }

    /// Its name, in notifications and on the wire.
    public var name: String
    /// Who sends it.
    public var source: Source
    /// Whether the newest of its kind says how things are, rather than that something happened. A page that comes anew is told.
    public var isState: Bool
    /// What the app has to grant before a page may send it, or `nil`.
    public var permission: OverlayPermission?
    /// When it is sent.
    public var summary: String
    /// What it carries.
    public var attributes: [AttributeDefinition]

    init(
        _ name: String, from source: Source, isState: Bool = false, permission: OverlayPermission? = nil, _ summary: String,
        _ attributes: [AttributeDefinition] = []
    ) {
        self.name = name
        self.source = source
        self.isState = isState
        self.permission = permission
        self.summary = summary
        self.attributes = attributes
    }
}

/// Something of the player that a page may steer, if the app grants it.
public enum OverlayPermission: String, Sendable, Hashable, CaseIterable {
    /// The player's controls: taps and swipes on the stage.
    case stage
    /// The playhead.
    case time
    /// Playing, pausing, stopping.
    case state
    /// The rate of playing.
    case speed
    /// How loud it is.
    case volume
    /// Whether sound is off.
    case mute
    /// The picture's size and place.
    case videoScale
}
