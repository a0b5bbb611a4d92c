/// The segments of one rendition (RFC 8216bis §4.4.3 to §4.4.5).
package struct MediaPlaylist: Sendable, Hashable {
    // It has more than 20 stored properties: one for each tag of a playlist.

    /// The maximum number of date ranges; the others are ignored, with the warning ``dateRangesWarning``.
    package static let maximumDateRanges = 10_000
    /// The message of the warning of more date ranges than the maximum.
    package static let dateRangesWarning = "more than \(maximumDateRanges) date ranges, the others are ignored"

    /// Whether a playlist may change (`EXT-X-PLAYLIST-TYPE`).
    package enum PlaylistType: String, Sendable, Hashable {
        /// Segments are only appended.
        case event = "EVENT"
        /// Nothing changes.
        case vod = "VOD"
    }

    /// The absolute URL of the playlist; nil if unknown.
    package var url: String?
    /// The compatibility version (`EXT-X-VERSION`); nil if absent, which means 1.
    package var version: Int?
    /// Whether every segment can be decoded on its own.
    package var hasIndependentSegments = false
    /// The start point.
    package var start: StartPoint?
    /// The defined variables.
    package var variables: [VariableDefinition] = []
    /// The maximum duration of a segment, in seconds, as written; nil if the tag is missing or invalid.
    package var declaredTargetDuration: Double?
    /// The maximum duration of a segment, in seconds: as written, otherwise the maximum rounded duration of the segments.
    package var targetDuration = 0.0
    /// The number of the first segment, skipped ones included.
    package var mediaSequence = 0
    /// The discontinuity number of the first segment.
    package var discontinuitySequence = 0
    /// Whether, and how, the playlist may change.
    package var playlistType: PlaylistType?
    /// Whether each segment is a single I-frame.
    package var isIFramesOnly = false
    /// Whether the list is complete (`EXT-X-ENDLIST`).
    package var hasEndList = false
    /// The capabilities of the server.
    package var serverControl: ServerControl?
    /// The maximum duration of a partial segment, in seconds (`EXT-X-PART-INF`).
    package var partTargetDuration: Double?
    /// The segments that a delta update skipped before the first one.
    package var skipped: SkippedSegments?
    /// The segments, in order.
    package var segments: SegmentList = []
    /// The incomplete segment after the last one: its current parts and tags. Its `uri` is empty, its duration that of its parts.
    package var openSegment: MediaSegment?
    /// The date ranges, in order of their tags.
    package var dateRanges: [DateRange] = []
    /// The resources that may be requested in advance.
    package var preloadHints: [PreloadHint] = []
    /// The state of the other renditions.
    package var renditionReports: [RenditionReport] = []
    /// The ad breaks in the older notation.
    package var cueMarkers: [CueMarker] = []
    /// The tags without a field in the model.
    package var unknownTags: [UnknownTag] = []
    /// The departures that were tolerated while parsing.
    package var warnings: [PlaylistWarning] = []

    /// Makes an empty playlist.
    package init(url: String? = nil) { self.url = url }

    /// Whether the playlist does not have to be reloaded (RFC 8216bis §6.3.4).
    package var isComplete: Bool { hasEndList || playlistType == .vod }

    /// The sum of the durations of the complete segments, in seconds.
    package var duration: Double { (segments.last?.endTime ?? startTime) - startTime }

    /// The start of the first segment on the timeline, in seconds: 0, except in a playlist merged by `LivePlaylist`, whose timeline begins
    /// with the first window.
    package var startTime: Double { segments.first?.startTime ?? openSegment?.startTime ?? 0 }

    /// Returns the absolute URL of a URI in this playlist (RFC 3986 §5.2); the URI unchanged if the playlist's URL is unknown.
    package func url(for uri: String) -> String { URIReference.resolve(uri, against: url) }

    /// Returns the complete segment at a time.
    /// - Parameter time: Seconds on the timeline of the segments' start times.
    /// - Returns: The segment; nil outside the playlist and in gaps.
    package func segment(at time: Double) -> MediaSegment? {
        guard let index = segmentIndex(at: time) else { return nil }
        // A gap of a live playlist has no segment; a shorter one between segments that were moved to the position of their media does not
        // count.
        let tolerance = 0.2
        let isGap = index + 1 < segments.count && segments[index + 1].startTime - segments[index].endTime > tolerance
        return time < segments[index].endTime || !isGap ? segments[index] : nil
    }

    /// Returns the index of the last segment that begins at or before a time; nil if there is none, or if the last one has ended.
    func segmentIndex(at time: Double) -> Int? {
        guard let last = segments.last, time >= startTime, time < last.endTime else { return nil }
        var low = 0
        var high = segments.count
        while low < high {
            let middle = low + (high - low) / 2
            if segments[middle].startTime <= time { low = middle + 1 } else { high = middle }
        }
        // A segment without a duration begins at the start of the next one.
        return low - 1
    }
}
