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
