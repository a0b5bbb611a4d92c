/// The segments of one rendition on the timeline of the presentation, as far as its manifest lists them. No function waits.
///
/// All times are in seconds on the timeline of the presentation.
protocol SegmentTimeline: AnyObject, Sendable {
    /// The absolute URL that identifies the rendition; in HLS the URL of its playlist.
    var url: String { get }
    /// Whether no segment will be added.
    var isComplete: Bool { get }
    /// Whether each segment is one picture, which is shown until the next.
    var isIFramesOnly: Bool { get }
    /// The maximum duration of a segment.
    var targetDuration: Double { get }
    /// The start of the first segment.
    var beginning: Double { get }
    /// The end of the last segment.
    var end: Double { get }

    /// Returns the segment that contains `time`; the last segment if `time` is beyond the end.
    func cursor(at time: Double) -> SegmentCursor
    /// Returns the start of `cursor`; the end of the timeline if `cursor` is beyond the end.
    func start(of cursor: SegmentCursor) -> Double
    /// Returns the discontinuity sequence of `cursor`.
    func discontinuity(at cursor: SegmentCursor) -> Int
    /// Returns the segment at `cursor`, or its replacement if it has left the window; `nil` if no segment is listed there.
    func segment(at cursor: SegmentCursor) -> Segment?
    /// Returns the whole segment that contains `time`: the last one beyond the end, an earlier one if it is missing, or `nil`.
    func segment(containing time: Double) -> Segment?
    /// Returns the last segment before `cursor` that is not missing and starts at or before `time`, otherwise the first one, or `nil`.
    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor?
    /// Returns the durations and, if the manifest contains them, the sizes in bytes of the segments from `cursor` on.
    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)]
    /// Returns the number of segments from `cursor` on; `nil` if the end is unknown.
    func remaining(from cursor: SegmentCursor) -> Int?
    /// Returns the maximum error of the start of `cursor` that the rounding of durations causes; `nil` if the timeline is aligned only roughly
    /// with those of other renditions.
    func rounding(before cursor: SegmentCursor) -> Double?
    /// Whether `cursor` is the newest segment of a rendition that still grows.
    func isNewest(_ cursor: SegmentCursor) -> Bool
    /// Whether any segment follows `cursor`, or may follow.
    func hasMore(after cursor: SegmentCursor) -> Bool
    /// Returns the duration beyond `playhead` that can be loaded, in seconds; infinity if the rendition is complete.
    func room(beyond playhead: Double) -> Double

    /// Corrects a live timeline: the segment at `cursor` starts `offset` seconds later than in the manifest.
    /// - Returns: Whether the segment is already listed.
    func move(from cursor: SegmentCursor, by offset: Double) -> Bool
}

/// The position of loading in a rendition: the number of a segment and, in low latency, of a part.
struct SegmentCursor: Sendable, Hashable {
    /// The sequence number of the segment.
    var sequence: Int
    /// The index of the part; 0 also for a whole segment.
    var part = 0
    /// The number of restarts of the origin, after which sequence numbers refer to other segments.
    var epoch = 0

    /// The position of the next segment.
    var nextSegment: SegmentCursor { SegmentCursor(sequence: sequence.saturatingAdding(1), epoch: epoch) }
}
