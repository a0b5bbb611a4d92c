/// The segments of one rendition (RFC 8216bis §4.4.3 to §4.4.5).
public struct MediaPlaylist: Sendable, Hashable {
    /// Whether a playlist may change (`EXT-X-PLAYLIST-TYPE`).
    public enum PlaylistType: String, Sendable, Hashable {
        /// Segments are only ever added at the end.
        case event = "EVENT"
        /// Nothing changes.
        case vod = "VOD"
    }

    /// The absolute URL that it came from; nil when unknown.
    public var url: String?
    /// The compatibility version (`EXT-X-VERSION`); nil when not written, which means 1.
    public var version: Int?
    /// Whether every segment can be decoded on its own.
    public var hasIndependentSegments = false
    /// Where to start playing.
    public var start: StartPoint?
    /// The variables that it defines.
    public var variables: [VariableDefinition] = []
    /// The longest that a segment may be, in seconds, as written; nil when the tag is missing or unusable.
    public var declaredTargetDuration: Double?
    /// The longest that a segment may be, in seconds: as written, else the longest segment's rounded duration.
    public var targetDuration = 0.0
    /// The number of the first segment, skipped ones included.
    public var mediaSequence = 0
    /// The discontinuity number of the first segment.
    public var discontinuitySequence = 0
    /// Whether, and how, the playlist may change.
    public var playlistType: PlaylistType?
    /// Whether each segment is a single I-frame.
    public var isIFramesOnly = false
    /// Whether no segment will be added any more (`EXT-X-ENDLIST`).
    public var hasEndList = false
    /// What the server can do.
    public var serverControl: ServerControl?
    /// The longest that a partial segment may be, in seconds (`EXT-X-PART-INF`).
    public var partTargetDuration: Double?
    /// What a delta update left out before the first segment.
    public var skipped: SkippedSegments?
    /// The segments, in order.
    public var segments: SegmentList = []
    /// The segment after the last that is not complete yet: its parts so far, and the tags that already stand for it. Its `uri` is empty, its duration that of its parts.
    public var openSegment: MediaSegment?
    /// The date ranges, in order of their tags.
    public var dateRanges: [DateRange] = []
    /// What may be asked for in advance.
    public var preloadHints: [PreloadHint] = []
    /// How far the other renditions are.
    public var renditionReports: [RenditionReport] = []
    /// Ad breaks in the older notation.
    public var cueMarkers: [CueMarker] = []
    /// Tags that the model has no field for.
    public var unknownTags: [UnknownTag] = []
    /// What was tolerated while parsing.
    public var warnings: [PlaylistWarning] = []

    /// Makes an empty playlist.
    public init(url: String? = nil) { self.url = url }

    /// Whether it never has to be loaded again (RFC 8216bis §6.3.4).
    public var isComplete: Bool { hasEndList || playlistType == .vod }

    /// The sum of the durations of the complete segments, in seconds.
    public var duration: Double { (segments.last?.endTime ?? startTime) - startTime }

    /// Where the first segment begins on the timeline, in seconds: 0, except in what `LivePlaylist` merged, whose timeline begins with the first window.
    public var startTime: Double { segments.first?.startTime ?? openSegment?.startTime ?? 0 }

    /// The absolute URL of a URI in this playlist (RFC 3986 §5.2); the URI as it stands when the playlist's own URL is unknown.
    public func url(for uri: String) -> String { URIReference.resolve(uri, against: url) }

    /// The complete segment that is playing at a time; nil outside the playlist.
    /// - Parameter time: Seconds on the timeline of the segments' start times.
    public func segment(at time: Double) -> MediaSegment? {
        guard let index = segmentIndex(at: time) else { return nil }
        // Nothing plays where a live playlist had a gap; what lies between segments that were moved to where their media are is none.
        let least = 0.2
        let isGap = index + 1 < segments.count && segments[index + 1].startTime - segments[index].endTime > least
        return time < segments[index].endTime || !isGap ? segments[index] : nil
    }

    /// The place in the list of the last segment that begins at or before a time; nil where none does, or where the last one has ended.
    func segmentIndex(at time: Double) -> Int? {
        guard let last = segments.last, time >= startTime, time < last.endTime else { return nil }
        var low = 0
        var high = segments.count
        while low < high {
            let middle = low + (high - low) / 2
            if segments[middle].startTime <= time { low = middle + 1 } else { high = middle }
        }
        // A segment without a duration begins where the next one does.
        return low - 1
    }
}
