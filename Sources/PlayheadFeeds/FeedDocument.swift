/// The content of a feed (JSON or RSS in JW Player's formats) as it is written: URLs are not resolved, and nothing is left out.
public struct FeedDocument: Sendable, Hashable {
    /// The title of the feed, or `nil`.
    public var title: String?
    /// All items, including those without a source.
    public var items: [Item]

    /// The reason why a feed could not be read.
    public struct Problem: Error, Sendable, Hashable {
        /// The description, in English.
        public var message: String
    }

    /// An item.
    public struct Item: Sendable, Hashable {
        /// The locations or qualities of the media.
        public var sources: [Source] = []
        /// The title, for views.
        public var title: String?
        /// The description, for views.
        public var description: String?
        /// The address of the poster.
        public var image: String?
        /// The identifier of the media.
        public var mediaID: String?
        /// The sidecar files: captions, chapters, thumbnails.
        public var tracks: [Track] = []
        /// The start position in seconds.
        public var startTime: Double?
    }

    /// One location or quality of an item.
    public struct Source: Sendable, Hashable {
        /// The address of the media.
        public var file: String
        /// The label, for menus.
        public var label: String?
        /// The media type.
        public var type: String?
        /// Whether playback starts with this source.
        public var isDefault = false
        /// The height of the picture in pixels.
        public var height: Int?
        /// The bit rate in bits per second.
        public var bitrate: Int?
    }

    /// A sidecar file of an item.
    public struct Track: Sendable, Hashable {
        /// The address of the file.
        public var file: String
        /// The kind of track, as it is written.
        public var kind: String?
        /// The label, for menus.
        public var label: String?
        /// The language.
        public var language: String?
        /// Whether the track is selected by default.
        public var isDefault = false
    }

    /// Parses a feed.
    /// - Parameter bytes: The complete document.
    /// - Throws: ``Problem`` if the document is neither JSON nor RSS, or is damaged.
    public init(_ bytes: [UInt8]) throws(Problem) {
        // The first byte after the byte order mark and white space.
        switch bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): (title, items) = try JSONFeed.read(bytes)
        case UInt8(ascii: "<"), 0xFF, 0xFE: (title, items) = try RSSFeed.read(bytes)
        default: throw Problem(message: "It is neither JSON nor RSS.")
        }
    }
}
