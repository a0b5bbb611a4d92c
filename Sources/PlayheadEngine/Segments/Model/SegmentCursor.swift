/// The place of the loading in a rendition: the number of a segment and, in low latency, of a part of it.
struct SegmentCursor: Sendable, Hashable {
    /// The segment's sequence number.
    var sequence: Int
    /// The index of the part; 0 also for a whole segment.
    var part = 0
    /// The number of the origin's restarts, after which sequence numbers mean other segments.
    var epoch = 0

    /// The segment after this one.
    var nextSegment: SegmentCursor { SegmentCursor(sequence: sequence.saturatingAdding(1), epoch: epoch) }
}
