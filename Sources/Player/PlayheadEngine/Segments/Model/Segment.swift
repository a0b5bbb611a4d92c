import PlayheadMetadata
import PlayheadTransport

/// A segment of a rendition, or a part of a segment, with everything needed to load it and to place it on the timeline.
struct Segment: Sendable {
    /// The position in the rendition.
    var cursor: SegmentCursor
    /// The position of the next segment or part.
    var next: SegmentCursor
    /// The start on the timeline of the presentation, in seconds.
    var start: Double
    /// The duration in seconds; for a part that is only hinted, the maximum duration of a part.
    var duration: Double
    /// The content as declared by the manifest.
    var content = MediaContent.unknown
    /// The absolute URL.
    var url: String
    /// The byte range of the resource; `nil` for the whole resource.
    var byteRange: ByteRange?
    /// The number of the discontinuity sequence: timestamps are continuous within one.
    var discontinuity = 0
    /// The place of the media on the timeline, if the manifest determines it exactly; `nil` if the timestamps of the media do.
    var placement: MediaPlacement?
    /// The initialization segment, or `nil` for containers without one.
    var initialization: InitializationSegment?
    /// The encryption.
    var encryption = SegmentEncryption.none
    /// The date of the segment in the manifest, or `nil`.
    var date: ProgramDateTimeFacts?
    /// Whether the segment is missing at the origin.
    var isGap = false
    /// Whether this is a part of a segment.
    var isPart = false
    /// Whether the part is hinted and not listed yet: the origin delays its answer until the part is available.
    var isHinted = false

    /// The thumbnails in the image that the segment is; `nil` for media.
    var tiles: TileGrid?

    /// The object that requests for the segment load.
    var object: LoadObject { isPart ? .part(content) : .segment(content) }
    /// Whether this is the start of a segment, where another rung can follow.
    var beginsSegment: Bool { cursor.part == 0 }
    /// The end on the timeline of the presentation, in seconds.
    var end: Double { start + duration }
    /// Whether the segment may follow from a rounded duration of its period, and not exist: it is shorter than two frames of sound.
    var mayBeRounding: Bool { placement != nil && duration < 0.05 }
}

/// The bytes that a demuxer needs before the segments that share this initialization segment.
struct InitializationSegment: Sendable, Hashable {
    /// The identity as written in the manifest. The URL may change with that of a live manifest although the bytes are the same.
    var id: any Hashable & Sendable
    /// The content of the segments as declared by the manifest.
    var content = MediaContent.unknown
    /// The absolute URL.
    var url: String
    /// The byte range of the resource; `nil` for the whole resource.
    var byteRange: ByteRange?
    /// The encryption.
    var encryption = SegmentEncryption.none

    static func == (one: Self, other: Self) -> Bool { AnyHashable(one.id) == AnyHashable(other.id) }

    func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(id)) }
}

/// The place of the media of a segment on the timeline of the presentation. All times are in seconds.
struct MediaPlacement: Sendable, Hashable {
    /// The seconds to add to times of the container.
    var offset: Double
    /// The start of the media, which may be before the segment is shown.
    var start: Double
    /// The time before which media is not shown, because another period has it.
    var visibleFrom = -Double.infinity
    /// The time from which on media is not shown.
    var visibleUntil = Double.infinity
}
