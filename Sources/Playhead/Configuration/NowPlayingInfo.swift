import Foundation

/// What a lock screen shows of what plays.
public struct NowPlayingInfo: Sendable, Hashable {
    /// Its title; `nil` leaves it to what comes next: the item, the configuration, the application's name.
    public var title: String?
    /// Who made it, or `nil`.
    public var artist: String?
    /// Where a picture of it is: `http`, `https` or `file`; or `nil`.
    public var artwork: URL?

    /// Makes what is shown; all of it may be left out.
    public init(title: String? = nil, artist: String? = nil, artwork: URL? = nil) {
        self.title = title
        self.artist = artist
        self.artwork = artwork
    }
}
