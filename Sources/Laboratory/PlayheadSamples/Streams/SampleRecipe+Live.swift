extension SampleRecipe {
    private static let demoRungs = [
        HLSLayout.Rung(width: 640, height: 360, bitrate: 800_000), HLSLayout.Rung(width: 960, height: 540, bitrate: 1_600_000),
        HLSLayout.Rung(width: 1280, height: 720, bitrate: 2_800_000),
    ]

    /// The sample of the program: 30 s, three rungs up to 720p at 30 frames per second, two languages.
    ///
    /// The sample has no B-frames, because FFmpeg's fragmented MP4 would start the video two frames after the audio.
    package static let demo = SampleRecipe(
        .hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 2, rungs: demoRungs, languages: ["en", "de"])), duration: 30, threads: 2,
        preset: .superfast)

    /// The demo sample in fragments of a third of a second, for low-latency broadcasts.
    package static let lowLatencyDemo = SampleRecipe(
        .hls(
            HLSLayout(
                segments: .fragmentedMP4, segmentDuration: 2, rungs: demoRungs, languages: ["en", "de"], partDuration: 1.0 / 3)),
        duration: 30, threads: 2, preset: .superfast)

    /// HLS of fragmented MP4 with six parts in each segment of 2 s, separate audio, 8 s: for low-latency broadcasts.
    package static let hlsLowLatency = SampleRecipe(
        .hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 2, languages: ["en"], partDuration: 1.0 / 3)), duration: 8)

    /// HLS of transport streams whose second half follows a discontinuity, in another size and other codecs, 6 s.
    package static let hlsCodecChange = SampleRecipe(
        .hls(HLSLayout(segments: .transportStream, hasDiscontinuity: true, hasCodecChange: true)), duration: 6)

    /// One segment of 6 s, with a tiny picture per second and no audio: broadcast continuously, an endless stream at very low cost.
    package static let hlsEndless = SampleRecipe(
        .hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 6)), duration: 6, width: 64, height: 36, frameRate: 1, hasAudio: false)
}
