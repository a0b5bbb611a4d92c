/// A media segment with all tags that apply to it (RFC 8216bis §4.4.4).
package struct MediaSegment: Sendable, Hashable {
    /// The URI, as written, with variables substituted; empty for an incomplete segment.
    package var uri: String
    /// The duration in seconds (`EXTINF`), not below 0 and finite.
    package var duration: Double
    /// The title after the duration; empty if absent.
    package var title = ""
    /// The media sequence number (RFC 8216bis §3).
    package var mediaSequence = 0
    /// The number of the segment in the origin's playlist; nil if it is ``mediaSequence``. A `LivePlaylist` keeps its numbers if the origin
    /// numbers known segments again.
    package var originSequence: Int?
    /// The discontinuity sequence number (RFC 8216bis §3).
    package var discontinuitySequence = 0
    /// The start in seconds on the timeline, whose zero is the beginning of the first listed segment, or in a `LivePlaylist` of the first
    /// window: the sum of the preceding durations.
    package var startTime = 0.0
    /// The byte range of the resource; nil for the whole resource.
    package var byteRange: ByteRange?
    /// The initialization section; nil if the container does not need one, or contains it.
    package var map: InitializationSection?
    /// The keys that decrypt the segment, one for each key format; empty if it is not encrypted.
    package var keys: [EncryptionKey] = []
    /// The date of the first sample, as written; nil if the tag is absent.
    package var programDateTimeText: String?
    /// The date of the first sample in seconds since 1970: as written, or derived from the nearest written one before, else after, by the
    /// durations between.
    package var programDateTime: Double?
    /// The approximate bit rate in kilobits a second (`EXT-X-BITRATE`).
    package var bitrate: Int?
    /// Whether the encoding changes before the segment (`EXT-X-DISCONTINUITY`).
    package var hasDiscontinuity = false
    /// Whether the segment is missing at the origin (`EXT-X-GAP`) and must not be loaded.
    package var isGap = false
    /// The partial segments, if still listed.
    package var parts: [PartialSegment] = []

    /// Makes a segment.
    package init(uri: String, duration: Double) {
        self.uri = uri
        self.duration = duration
    }

    /// The end in seconds on the timeline.
    package var endTime: Double { startTime + duration }

    /// The number from which an initialization vector is derived (RFC 8216bis §5.2): that of the origin, which encrypted the segment.
    package var encryptionSequence: Int { originSequence ?? mediaSequence }

    /// Adds a number to the sequence number of the list.
    mutating func shiftNumber(by offset: Int) {
        let number = encryptionSequence
        mediaSequence = mediaSequence.saturatingAdding(offset)
        originSequence = number == mediaSequence ? nil : number
    }
}

/// A part of a resource, with a resolved offset (RFC 8216bis §4.4.4.2).
package struct ByteRange: Sendable, Hashable {
    /// The first byte, from 0.
    package var offset: Int
    /// The number of bytes, not below 0; `offset + length` does not overflow in ranges from a parser.
    package var length: Int

    /// Makes a range.
    package init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// The byte after the last one, limited to the maximum integer.
    package var end: Int {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return overflow ? .max : end
    }
}
