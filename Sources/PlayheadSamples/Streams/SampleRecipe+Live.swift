extension SampleRecipe {
    private static let demoRungs = [
        HLSLayout.Rung(width: 640, height: 360, bitrate: 800_000), HLSLayout.Rung(width: 960, height: 540, bitrate: 1_600_000),
        HLSLayout.Rung(width: 1280, height: 720, bitrate: 2_800_000),
    ]

    /// The program's own sample: 30 s, three rungs up to 720p at 30 frames a second, two languages.
    ///
    /// Without B-frames: FFmpeg's fragmented MP4 would begin the pictures two frames after the sound.
    package static let demo = SampleRecipe(
        .hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 2, rungs: demoRungs, languages: ["en", "de"])), duration: 30, threads: 2,
        preset: .superfast)

    /// The same in fragments of a third of a second, to be broadcast with low latency.
    package static let lowLatencyDemo = SampleRecipe(
        .hls(
            HLSLayout(
                segments: .fragmentedMP4, segmentDuration: 2, rungs: demoRungs, languages: ["en", "de"], partDuration: 1.0 / 3)),
        duration: 30, threads: 2, preset: .superfast)

    /// HLS of fragmented MP4 with six parts in each segment of 2 s, the sound apart, 8 s: for broadcasts with low latency.
    package static let hlsLowLatency = SampleRecipe(
        .hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 2, languages: ["en"], partDuration: 1.0 / 3)), duration: 8)

    /// HLS of transport streams whose timestamps begin 3 s before 2³³ ticks, and so begin anew after half of the 6 s.
    package static let hlsRollover = SampleRecipe(
        .hls(HLSLayout(segments: .transportStream, timestampOffset: 8_589_934_592.0 / 90_000 - 3)), duration: 6)

    /// HLS of transport streams whose second half follows a discontinuity, in another size and other codecs, 6 s.
    package static let hlsCodecChange = SampleRecipe(
        .hls(HLSLayout(segments: .transportStream, hasDiscontinuity: true, hasCodecChange: true)), duration: 6)

    /// One segment of 6 s, a tiny picture a second and no sound: broadcast continuously, a stream without end that costs next to nothing.
    package static let hlsEndless = SampleRecipe(
        .hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 6)), duration: 6, width: 64, height: 36, frameRate: 1, hasAudio: false)
}
