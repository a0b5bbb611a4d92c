import PlayheadMetadata
import PlayheadTransport

/// A segment of a rendition, or a part of one, with all that loading it and placing it on the timeline needs.
struct Segment: Sendable {
    /// The place in the rendition.
    var cursor: SegmentCursor
    /// The place of what follows.
    var next: SegmentCursor
    /// The start on the presentation's timeline, in seconds.
    var start: Double
    /// The length in seconds; of a part that is only hinted at, the maximum of a part.
    var duration: Double
    /// The absolute URL.
    var url: String
    /// The part of the resource; `nil` for the whole.
    var byteRange: ByteRange?
    /// The number of the discontinuity sequence: timestamps are continuous within one.
    var discontinuity = 0
    /// The initialization segment, or `nil` for containers without one.
    var initialization: InitializationSegment?
    /// How it is encrypted.
    var encryption = SegmentEncryption.none
    /// The date that the manifest gives to it, or `nil`.
    var date: ProgramDateTimeFacts?
    /// Whether it is missing at the origin.
    var isGap = false
    /// Whether it is a part of a segment.
    var isPart = false
    /// Whether it is hinted at and not listed yet: the origin delays its answer until the part is available.
    var isHinted = false

    /// Whether it is the beginning of a segment, where another rung can follow.
    var beginsSegment: Bool { cursor.part == 0 }
    /// The end on the presentation's timeline, in seconds.
    var end: Double { start + duration }
}
