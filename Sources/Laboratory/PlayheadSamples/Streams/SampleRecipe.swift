/// The description of a generated stream: a moving test picture with a burnt-in clock and frame counter, which ``FrameStamp`` also reads,
/// and a beep at each whole second.
package struct SampleRecipe: Sendable, Hashable {
    /// The packaging of the stream.
    package enum Packaging: Sendable, Hashable {
        /// One file.
        case file(SampleFormat)
        /// An HLS presentation.
        case hls(HLSLayout)
    }

    /// The packaging of the stream.
    package var packaging: Packaging
    /// The duration in seconds.
    package var duration: Double
    /// The width of the picture in pixels, even.
    package var width: Int
    /// The height of the picture in pixels, even.
    package var height: Int
    /// The frame rate in frames per second.
    package var frameRate: Int
    /// The number of frames from one key frame to the next, at least 1. In HLS the segment duration is used instead.
    package var keyFrameInterval: Int
    /// The maximum number of consecutive B-frames, for H.264.
    package var bFrames: Int
    /// The number of threads that encode H.264; part of the recipe, because the bytes depend on it.
    package var threads: Int
    /// The x264 preset, a trade-off between encoding time and compression.
    package var preset: Preset
    /// Whether the stream has audio in addition to video.
    package var hasAudio: Bool

    /// Presets of x264 that all use the same tools of the main profile.
    package enum Preset: String, Sendable {
        /// About half of the encoding time of `veryfast`.
        case superfast
        /// The preset of the tests.
        case veryfast
    }

    /// Creates a recipe; small and quick to encode by default.
    package init(
        _ packaging: Packaging, duration: Double = 4, width: Int = 320, height: Int = 180, frameRate: Int = 30, keyFrameInterval: Int = 30,
        bFrames: Int = 0, threads: Int = 1, preset: Preset = .veryfast, hasAudio: Bool = true
    ) {
        self.packaging = packaging
        self.duration = duration
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.keyFrameInterval = keyFrameInterval
        self.bFrames = bFrames
        self.threads = threads
        self.preset = preset
        self.hasAudio = hasAudio
    }
}

extension SampleRecipe {
    /// A file of a format, 4 s long.
    package static func file(_ format: SampleFormat) -> SampleRecipe { SampleRecipe(.file(format)) }

    /// An MP4 file with B-frames.
    package static let mp4WithBFrames = SampleRecipe(.file(.mp4), bFrames: 2)

    /// HLS of transport streams, 6 s.
    package static let hlsTransportStream = SampleRecipe(.hls(HLSLayout(segments: .transportStream)), duration: 6)

    /// HLS of fragmented MP4, 6 s.
    package static let hlsFragmentedMP4 = SampleRecipe(.hls(HLSLayout(segments: .fragmentedMP4)), duration: 6)

    /// HLS of byte ranges of one transport stream, 6 s.
    package static let hlsByteRanges = SampleRecipe(.hls(HLSLayout(segments: .transportStream, isSingleFile: true)), duration: 6)

    /// HLS of byte ranges of one fragmented MP4 file, 6 s.
    package static let hlsFragmentedMP4ByteRanges = SampleRecipe(.hls(HLSLayout(segments: .fragmentedMP4, isSingleFile: true)), duration: 6)

    /// HLS of packed audio, 6 s.
    package static let hlsPackedAudio = SampleRecipe(.hls(HLSLayout(segments: .packedAudio)), duration: 6)

    /// HLS of fragmented MP4 with audio in two languages, 6 s; the beep is at 1000 Hz in the first and at 500 Hz in the second.
    package static let hlsAlternateAudio = SampleRecipe(.hls(HLSLayout(segments: .fragmentedMP4, languages: ["en", "de"])), duration: 6)

    /// HLS of transport streams whose second half follows a discontinuity, 6 s.
    package static let hlsDiscontinuity = SampleRecipe(.hls(HLSLayout(segments: .transportStream, hasDiscontinuity: true)), duration: 6)

    /// A small ladder of three rungs and two languages, 6 s, for tests.
    package static let hlsSmallLadder = SampleRecipe(
        .hls(
            HLSLayout(
                segments: .fragmentedMP4,
                rungs: [
                    HLSLayout.Rung(width: 160, height: 90, bitrate: 100_000), HLSLayout.Rung(width: 320, height: 180, bitrate: 250_000),
                    HLSLayout.Rung(width: 640, height: 360, bitrate: 600_000),
                ], languages: ["en", "de"])), duration: 6)
}
