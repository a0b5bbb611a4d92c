/// A kind of message between the page, the player, the app and the overlay itself.
package struct MessageDefinition: Sendable, Hashable {
    /// The sender of a message.
    package enum Source: String, Sendable, Hashable, CaseIterable {
        /// The overlay itself.
        case sdk
        /// The app, or one of its plugins.
        case app
        /// The page.
        case page
        /// The player's plugin.
        case player
    }

    /// The name in notifications and in encoded messages.
    package var name: String
    /// The sender.
    package var source: Source
    /// Whether the message describes a state rather than an event. A new page receives the last state of each kind.
    package var isState: Bool
    /// The permission that a page needs to send the message, or `nil`.
    package var permission: OverlayPermission?
    /// The description.
    package var summary: String
    /// The attributes.
    package var attributes: [AttributeDefinition]

    init(
        _ name: String, from source: Source, isState: Bool = false, permission: OverlayPermission? = nil, summary: String,
        attributes: [AttributeDefinition] = []
    ) {
        self.name = name
        self.source = source
        self.isState = isState
        self.permission = permission
        self.summary = summary
        self.attributes = attributes
    }
}

/// A permission to control the player, which the app grants to a page.
public enum OverlayPermission: String, Sendable, Hashable, CaseIterable {
    /// The player's controls: taps and swipes on the stage.
    case stage
    /// The playhead.
    case time
    /// Play, pause and stop.
    case state
    /// The playback rate.
    case speed
    /// The volume.
    case volume
    /// The mute state.
    case mute
    /// The picture's size and position.
    case videoScale
}
