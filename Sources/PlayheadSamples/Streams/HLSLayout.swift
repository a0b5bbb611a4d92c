/// How a sample is cut into an HLS presentation.
package struct HLSLayout: Sendable, Hashable {
    /// What the segments are.
    package enum Segments: String, Sendable {
        /// MPEG transport streams (RFC 8216bis §3.1.1).
        case transportStream
        /// Fragmented MP4 with `EXT-X-MAP` (§3.1.2).
        case fragmentedMP4
        /// AAC without a container, with ID3 timestamps (§3.1.3); the sample has no picture then.
        case packedAudio
    }

    /// One quality of a ladder.
    package struct Rung: Sendable, Hashable {
        /// The picture's width in pixels, even.
        package var width: Int
        /// The picture's height in pixels, even.
        package var height: Int
        /// The bitrate of the picture to aim at, in bits a second.
        package var bitrate: Int

        /// Makes a rung.
        package init(width: Int, height: Int, bitrate: Int) {
            self.width = width
            self.height = height
            self.bitrate = bitrate
        }
    }

    /// What the segments are.
    package var segments: Segments
    /// The length of a segment in seconds; key frames stand at its start.
    package var segmentDuration: Double
    /// Whether all segments of a playlist are byte ranges of one file (§4.4.4.2).
    package var isSingleFile: Bool
    /// The qualities; none: one, of the recipe's size.
    package var rungs: [Rung]
    /// Languages of alternate audio (§4.4.6.1), as BCP 47 tags; the first is the default. None: the sound is in the same segments as the picture.
    package var languages: [String]
    /// The second half was encoded separately, in another size and with timestamps of its own, and follows an `EXT-X-DISCONTINUITY`. Only for
    /// presentations without rungs and languages.
    package var hasDiscontinuity: Bool
    /// The second half after the discontinuity is in H.265 and AC-3.
    package var hasCodecChange: Bool
    /// The length of a fragment in seconds, of which each segment then has several; low-latency parts are made of them. Nil: segments as `ffmpeg` cuts
    /// them. Only for fragmented MP4 in files of their own.
    package var partDuration: Double?
    /// What is added to the timestamps, in seconds: near 2³³ ticks of 90 kHz (95 443.7 s) they begin anew in transport streams.
    package var timestampOffset: Double

    /// Makes a layout.
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

    /// Whether there is a multivariant playlist.
    var isMultivariant: Bool { !rungs.isEmpty || !languages.isEmpty }
}
