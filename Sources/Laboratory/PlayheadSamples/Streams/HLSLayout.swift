/// The layout of a sample as an HLS presentation.
package struct HLSLayout: Sendable, Hashable {
    /// The format of the segments.
    package enum Segments: String, Sendable {
        /// MPEG transport streams (RFC 8216bis §3.1.1).
        case transportStream
        /// Fragmented MP4 with `EXT-X-MAP` (§3.1.2).
        case fragmentedMP4
        /// AAC without a container, with ID3 timestamps (§3.1.3); the sample then has no video.
        case packedAudio
    }

    /// One rung of a ladder.
    package struct Rung: Sendable, Hashable {
        /// The width of the picture in pixels, even.
        package var width: Int
        /// The height of the picture in pixels, even.
        package var height: Int
        /// The target bit rate of the video, in bits per second.
        package var bitrate: Int

        /// Creates a rung.
        package init(width: Int, height: Int, bitrate: Int) {
            self.width = width
            self.height = height
            self.bitrate = bitrate
        }
    }

    /// The format of the segments.
    package var segments: Segments
    /// The duration of a segment in seconds; each starts with a key frame.
    package var segmentDuration: Double
    /// Whether all segments of a playlist are byte ranges of one file (§4.4.4.2).
    package var isSingleFile: Bool
    /// The rungs of the ladder; empty: one, in the size of the recipe.
    package var rungs: [Rung]
    /// The languages of alternate audio (§4.4.6.1), as BCP 47 tags; the first is the default. Empty: audio and video share segments.
    package var languages: [String]
    /// Whether the second half follows an `EXT-X-DISCONTINUITY`: encoded separately, in another size and with its own timestamps. Only for
    /// presentations without rungs and languages.
    package var hasDiscontinuity: Bool
    /// Whether the second half after the discontinuity is in H.265 and AC-3.
    package var hasCodecChange: Bool
    /// The duration of a fragment in seconds, of which each segment then has several; they become low-latency parts. Nil: segments as cut
    /// by `ffmpeg`. Only for fragmented MP4 in separate files.
    package var partDuration: Double?
    /// The offset of the timestamps in seconds; near 2³³ ticks of 90 kHz (95 443.7 s) they wrap around in transport streams.
    package var timestampOffset: Double

    /// Creates a layout.
    package init(
        segments: Segments, segmentDuration: Double = 1, isSingleFile: Bool = false, rungs: [Rung] = [], languages: [String] = [],
        hasDiscontinuity: Bool = false, hasCodecChange: Bool = false, partDuration: Double? = nil, timestampOffset: Double = 0
    ) {
        self.segments = segments
        self.segmentDuration = segmentDuration
        self.isSingleFile = isSingleFile
        self.rungs = rungs
        self.languages = languages
        self.hasDiscontinuity = hasDiscontinuity
        self.hasCodecChange = hasCodecChange
        self.partDuration = partDuration
        self.timestampOffset = timestampOffset
    }

    /// Whether the presentation has a multivariant playlist.
    var isMultivariant: Bool { !rungs.isEmpty || !languages.isEmpty }
}
