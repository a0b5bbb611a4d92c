/// The position of a segment on the presentation's timeline.
package struct SegmentPlace: Sendable, Hashable {
    /// The start according to the playlist, in seconds.
    package var start: Double
    /// The duration, in seconds.
    package var duration: Double
    /// The offset from MPEG-2 times (seconds) to those of the presentation, in the segment's discontinuity; `nil` until another rendition
    /// determines it.
    package var timestampOffset: Double?

    /// Makes a place.
    package init(start: Double, duration: Double, timestampOffset: Double?) {
        self.start = start
        self.duration = duration
        self.timestampOffset = timestampOffset
    }
}
