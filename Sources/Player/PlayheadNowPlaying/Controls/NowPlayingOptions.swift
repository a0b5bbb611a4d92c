import Foundation

/// The application's identity, and the actions that it allows to media keys and lock screens besides controlling the player.
public struct NowPlayingOptions: Sendable {
    /// The application's display name, which is also the title of items without a name. The process's name by default.
    public var applicationName = ProcessInfo.processInfo.processName
    /// The application's part of the bus name `org.mpris.MediaPlayer2.…`: letters, digits and `_`. Derived from ``applicationName`` by
    /// default.
    public var busName: String?
    /// The name of the application's desktop file, without `.desktop`; `nil`, the default, if there is none.
    public var desktopEntry: String?
    /// Brings the application's window to the front; `nil`, the default, if this is not supported.
    public var onRaise: (@MainActor @Sendable () -> Void)?
    /// Quits the application; `nil`, the default, does not allow it.
    public var onQuit: (@MainActor @Sendable () -> Void)?
    /// Enters or leaves full screen; `nil`, the default, if this is not supported.
    public var onFullscreen: (@MainActor @Sendable (Bool) -> Void)?
    /// Plays a URL (`file`, `http` or `https`) given by a client; `nil`, the default, does not allow it.
    public var onOpen: (@MainActor @Sendable (URL) -> Void)?
    /// The cache folder for artwork; in the user's caches by default.
    public var artworkFolder = ArtworkCache.userFolder()
    /// The D-Bus address of the bus; `nil`, the default, means the session bus.
    public var busAddress: String?

    /// Creates options with the defaults.
    public init() {}
}

/// Whether media keys and lock screens can control a player.
public enum NowPlayingAvailability: Sendable, Hashable {
    /// Controls are disabled.
    case off
    /// The connection to the bus is being established.
    case connecting
    /// The player is registered under this bus name.
    case available(name: String)
    /// The bus is unavailable for this reason. A lost connection is reestablished when the bus is available again.
    case unavailable(reason: String)
}
