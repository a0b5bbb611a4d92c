/// The segments of a representation in a period. Only what the manifest lists is in memory: the number of segments may be huge or open.
///
/// Segments have indices from 0. Times are in ticks of ``timescale`` on the timeline of the media.
package struct SegmentTable: Sendable, Hashable {
    /// Consecutive segments of the same duration.
    package struct Run: Sendable, Hashable {
        /// The start of the first segment, in ticks.
        package var start: Int64
        /// The duration of each segment, in ticks; at least 1.
        package var duration: Int64
        /// The number of segments; `nil` up to the end of the period.
        package var count: Int?
        /// The index of the first segment.
        package var first: Int
        /// The number of the first segment, if a number is declared here or before; otherwise the numbers follow the indices.
        package var number: Int?
    }

    /// The durations of the segments.
    package enum Timing: Sendable, Hashable {
        /// One segment for the whole period.
        case single
        /// All segments have the same duration, in ticks.
        case constant(Int64)
        /// As listed in a SegmentTimeline, in the order of time.
        case runs([Run])
    }

    /// The URLs of the segments.
    package enum Location: Sendable, Hashable {
        /// URLs from a template.
        case template(URLTemplate)
        /// Listed URLs.
        case list([SegmentURL])
        /// One resource: the whole, or what its index lists, which is at `index`.
        case resource(index: ByteRange?)
    }

    /// A listed URL; `nil` for the base URL.
    package struct SegmentURL: Sendable, Hashable {
        /// The reference as written.
        package var media: String?
        /// The bytes of the resource; `nil` for all.
        package var range: ByteRange?
    }

    /// The initialization segment.
    package struct Initialization: Sendable, Hashable {
        /// The reference as written; `nil` for the base URL.
        package var source: String?
        /// The bytes of the resource; `nil` for all.
        package var range: ByteRange?
    }

    /// The ticks per second, at least 1.
    package var timescale: Int64 = 1
    /// The time of the media at the start of the period, in ticks.
    package var presentationTimeOffset: Int64 = 0
    /// The durations of the segments.
    package var timing = Timing.single
    /// The time from the start of the period to the first segment, in ticks, if all have the same duration: a live list loses its
    /// first ones.
    package var listOffset: Int64 = 0
    /// The URLs of the segments.
    package var location = Location.resource(index: nil)
    /// The number of the first segment.
    package var startNumber = 1
    /// The number of the last segment, if it is declared.
    package var endNumber: Int?
    /// The initialization segment, or `nil`.
    package var initialization: Initialization?
    /// The duration of the period in seconds; `nil` while it is open.
    package var periodDuration: Double?

    /// Creates the table of a single resource.
    package init() {}
}

/// A range of bytes of a resource.
package struct ByteRange: Sendable, Hashable {
    /// The offset of the first byte.
    package var offset: Int64
    /// The number of bytes; `nil` up to the end.
    package var length: Int64?

    /// Creates a range.
    package init(offset: Int64, length: Int64?) {
        self.offset = offset
        self.length = length
    }
}

/// A segment of a table.
package struct SegmentReference: Sendable, Hashable {
    /// The index in its table.
    package var index: Int
    /// The number for templates.
    package var number: Int
    /// The start of the media, in ticks.
    package var time: Int64
    /// The duration, in ticks.
    package var duration: Int64
}
