/// What a feed says, as it is written: JSON or RSS in JW Player's formats. URLs are not resolved, and nothing is left out.
public struct FeedDocument: Sendable, Hashable {
    /// What it is called, or `nil`.
    public var title: String?
    /// The items; those that name nothing to play, too.
    public var items: [Item]

    /// Why it can't be read.
    public struct Problem: Error, Sendable, Hashable {
        /// For people.
        public var message: String
    }

    /// An item.
    public struct Item: Sendable, Hashable {
        /// Where it can be had.
        public var sources: [Source] = []
        /// What a view shows.
        public var title: String?
        /// What it is about.
        public var description: String?
        /// Its picture.
        public var image: String?
        /// Its id.
        public var mediaId: String?
        /// Files beside it.
        public var tracks: [Track] = []
        /// Where playing begins, in seconds.
        public var startTime: Double?
    }

    /// A place, or quality, of an item.
    public struct Source: Sendable, Hashable {
        /// Where it is.
        public var file: String
        /// What a menu shows.
        public var label: String?
        /// Its media type.
        public var type: String?
        /// Whether it is the one to begin with.
        public var isDefault = false
        /// Picture height in pixels.
        public var height: Int?
        /// Bits a second.
        public var bitrate: Int?
    }

    /// A file beside an item.
    public struct Track: Sendable, Hashable {
        /// Where it is.
        public var file: String
        /// What it is for, as it is written.
        public var kind: String?
        /// What a menu shows.
        public var label: String?
        /// Its language.
        public var language: String?
        /// Whether it is used without being chosen.
        public var isDefault = false
    }

    /// Reads a feed.
    /// - Parameter bytes: The whole of it.
    /// - Throws: ``Problem`` where it is neither JSON nor RSS, or damaged.
    public init(_ bytes: [UInt8]) throws(Problem) {
        // Behind a byte order mark and white space.
        switch bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): (title, items) = try JSONFeed.read(bytes)
        case UInt8(ascii: "<"), 0xFF, 0xFE: (title, items) = try RSSFeed.read(bytes)
        default: throw Problem(message: "It is neither JSON nor RSS.")
        }
    }
}
