import Foundation

/// The information about an item on a lock screen.
public struct NowPlayingInfo: Sendable, Hashable {
    /// The title; `nil` uses the next source of a title: the item, the configuration, the name of the application.
    public var title: String?
    /// The artist, or `nil`.
    public var artist: String?
    /// The album, or `nil`.
    public var album: String?
    /// The `http`, `https` or `file` URL of a picture, or `nil`.
    public var artwork: URL?

    /// Creates information; all fields are optional.
    public init(title: String? = nil, artist: String? = nil, artwork: URL? = nil, album: String? = nil) {
        self.title = title
        self.artist = artist
        self.artwork = artwork
        self.album = album
    }
}
