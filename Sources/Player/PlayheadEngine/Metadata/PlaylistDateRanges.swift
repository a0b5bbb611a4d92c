/// The date ranges that a playlist lists currently, with their positions on the timeline of the playback.
package struct PlaylistDateRanges: Sendable, Hashable {
    /// A span of time with meaning to the application (EXT-X-DATERANGE).
    package struct Range: Sendable, Hashable {
        /// The identifier of the range in the playlist.
        package var id: String
        /// The CLASS attribute.
        package var rangeClass: String?
        /// The start, in seconds on the timeline of the playback.
        package var start: Double
        /// The start date, in seconds since 1970.
        package var startDate: Double
        /// The duration in seconds, if known.
        package var duration: Double?
        /// The other attributes, without quotes: CUE, and client-defined ones (`X-…`).
        package var attributes: [String: String]

        /// Creates a range.
        package init(
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

    /// The URL of the playlist, to which URIs in the playlist are relative.
    package var url: String
    /// The ranges that have a position, in the order of their starts.
    package var ranges: [Range]

    /// Creates a list.
    package init(url: String, ranges: [Range]) {
        self.url = url
        self.ranges = ranges
    }
}
