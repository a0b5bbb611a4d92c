/// The date ranges that a playlist lists now, with their places on the playback's timeline.
public struct PlaylistDateRanges: Sendable, Hashable {
    /// A span of time with meaning to the application (EXT-X-DATERANGE).
    public struct Range: Sendable, Hashable {
        /// Its identifier in the playlist.
        public var id: String
        /// Its CLASS.
        public var rangeClass: String?
        /// Where it starts, in seconds on the playback's timeline.
        public var start: Double
        /// When it starts, in seconds since 1970.
        public var startDate: Double
        /// Its length in seconds, as far as it is told.
        public var duration: Double?
        /// Its other attributes, without quotes: CUE, and those of the client (`X-…`).
        public var attributes: [String: String]

        /// Makes a range.
        public init(
            id: String, rangeClass: String? = nil, start: Double, startDate: Double, duration: Double? = nil,
            attributes: [String: String] = [:]
        ) {
            self.id = id
            self.rangeClass = rangeClass
            self.start = start
            self.startDate = startDate
            self.duration = duration
            self.attributes = attributes
        }
    }

    /// Where the playlist is from: what addresses in it are relative to.
    public var url: String
    /// The ranges that have a place, in the order of their starts.
    public var ranges: [Range]

    /// Makes a list.
    public init(url: String, ranges: [Range]) {
        self.url = url
        self.ranges = ranges
    }
}
