import Foundation

/// Who the application is, and what it lets media keys and lock screens do besides controlling the player.
public struct NowPlayingOptions: Sendable {
    /// The application's name, as desktops show it, and the title of an item without any name. The process's name by default.
    public var applicationName = ProcessInfo.processInfo.processName
    /// The application's part of the name on the bus, `org.mpris.MediaPlayer2.…`: letters, digits and `_`. Made of ``applicationName`` by default.
    public var busName: String?
    /// The name of the application's desktop file, without `.desktop`; `nil`, the default, where there is none.
    public var desktopEntry: String?
    /// Brings the application's window to the front; `nil`, the default, where it can't.
    public var onRaise: (@MainActor @Sendable () -> Void)?
    /// Ends the application; `nil`, the default, does not let others end it.
    public var onQuit: (@MainActor @Sendable () -> Void)?
    /// Plays a URL (`file`, `http` or `https`) that somebody on the bus names; `nil`, the default, opens nothing.
    public var onOpen: (@MainActor @Sendable (URL) -> Void)?
    /// Where artwork is kept; in the user's caches by default.
    public var artworkFolder = ArtworkCache.userFolder()
    /// The address of the bus, as D-Bus writes it; `nil`, the default, is the session's.
    public var busAddress: String?

    /// Makes options with the defaults.
    public init() {}
}

/// Whether media keys and lock screens can reach a player.
public enum NowPlayingAvailability: Sendable, Hashable {
    /// No controls are wanted.
    case off
    /// The bus was asked and has not answered yet.
    case connecting
    /// They can, under this name of the bus.
    case available(name: String)
    /// They can't, for this reason. Where the bus went away it is looked for again.
    case unavailable(reason: String)
}
