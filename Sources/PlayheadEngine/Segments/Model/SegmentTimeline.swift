/// The segments of one rendition on the presentation's timeline, as far as its manifest lists them. Nothing here waits.
///
/// All times are in seconds on the presentation's timeline.
protocol SegmentTimeline: AnyObject, Sendable {
    /// The absolute URL that identifies the rendition: of its playlist in HLS.
    var url: String { get }
    /// Whether no segment will be added.
    var isComplete: Bool { get }
    /// Whether each segment is one picture, which is shown until the next one.
    var isIFramesOnly: Bool { get }
    /// The maximum duration of a segment.
    var targetDuration: Double { get }
    /// The start of the first segment.
    var beginning: Double { get }
    /// The end of the last segment.
    var end: Double { get }

    /// The segment that contains `time`; the last one beyond the end.
    func cursor(at time: Double) -> SegmentCursor
    /// The start of `cursor`; beyond the end the end.
    func start(of cursor: SegmentCursor) -> Double
    /// The discontinuity sequence of `cursor`.
    func discontinuity(at cursor: SegmentCursor) -> Int
    /// The segment at `cursor`, or the one in its place if it has left the window; `nil` if nothing is listed there.
    func segment(at cursor: SegmentCursor) -> Segment?
    /// The whole segment that contains `time`: the last one beyond the end, one before it if it is missing; `nil` if there is none.
    func segment(containing time: Double) -> Segment?
    /// The last segment before `cursor` that is not missing and begins at or before `time`, else the first such; `nil` if there is none.
    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor?
    /// Durations and, if the manifest tells them, sizes in bytes of the segments from `cursor` on.
    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)]
    /// The number of segments from `cursor` on; `nil` if the end is unknown.
    func remaining(from cursor: SegmentCursor) -> Int?
    /// Whether `cursor` is the newest segment of a rendition to which more is added.
    func isNewest(_ cursor: SegmentCursor) -> Bool
    /// Whether any segment follows `cursor`, or may follow.
    func hasMore(after cursor: SegmentCursor) -> Bool
    /// The seconds beyond `playhead` that can be loaded; infinite if the rendition is complete.
    func room(beyond playhead: Double) -> Double

    /// Corrects a live timeline: the segment at `cursor` begins `offset` seconds later than the manifest has it.
    /// - Returns: Whether the segment is listed by now.
    func move(from cursor: SegmentCursor, by offset: Double) -> Bool
}
