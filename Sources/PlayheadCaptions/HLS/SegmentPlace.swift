/// The position of a segment on the presentation's timeline.
public struct SegmentPlace: Sendable, Hashable {
    /// The start according to the playlist, in seconds.
    public var start: Double
    /// The duration, in seconds.
    public var duration: Double
    /// The offset from MPEG-2 times (seconds) to those of the presentation, in the segment's discontinuity; `nil` until another rendition
    /// determines it.
    public var timestampOffset: Double?

    /// Makes a place.
    public init(start: Double, duration: Double, timestampOffset: Double?) {
        self.start = start
        self.duration = duration
        self.timestampOffset = timestampOffset
    }
}
