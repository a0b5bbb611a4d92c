import PlayheadHLS

/// Where the loading of a rendition is: the number of a segment and, in low latency, of a part of it.
struct SegmentCursor: Sendable, Hashable {
    /// The segment's media sequence number.
    var sequence: Int
    /// Index of the part; 0 also for a whole segment.
    var part = 0
    /// Counts the origin's restarts, after which numbers mean other segments.
    var epoch = 0

    /// The segment after this one.
    var nextSegment: SegmentCursor { SegmentCursor(sequence: sequence.saturatingAdding(1), epoch: epoch) }
}

/// Something to fetch: a segment, or a part of one.
struct FetchUnit: Sendable {
    /// Which one it is.
    var cursor: SegmentCursor
    /// Which one comes after it.
    var next: SegmentCursor
    /// The tags that apply to it; of a part, those of its segment.
    var segment: MediaSegment
    /// Where it is on the presentation's timeline, in seconds.
    var start: Double
    /// Its length in seconds; of a part that is only hinted at, what parts have at most.
    var duration: Double
    /// Where it is, absolute.
    var url: String
    /// The part of the resource; `nil` for the whole.
    var byteRange: PlayheadHLS.ByteRange?
    /// Whether it is missing at the origin.
    var isGap: Bool
    /// Whether it is a part of a segment.
    var isPart = false
    /// Whether it is hinted at and not listed yet: the origin holds its answer back until it is there.
    var isHinted = false

    /// Whether it is a segment's beginning, where another rung can follow.
    var beginsSegment: Bool { cursor.part == 0 }
    var end: Double { start + duration }
}
