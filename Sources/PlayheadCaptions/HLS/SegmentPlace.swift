/// Where a segment lies on the presentation's timeline.
public struct SegmentPlace: Sendable, Hashable {
    /// Where the playlist has its start, in seconds.
    public var start: Double
    /// Its duration, in seconds.
    public var duration: Double
    /// What is added to MPEG-2 times (seconds) to get those of the presentation, in the segment's discontinuity; `nil` where no other rendition told
    /// it yet.
    public var timestampOffset: Double?

    /// Makes a place.
    public init(start: Double, duration: Double, timestampOffset: Double?) {
        self.start = start
        self.duration = duration
        self.timestampOffset = timestampOffset
    }
}
