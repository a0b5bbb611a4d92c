extension ProducerTests {
    /// The recipes that are not played as ffprobe counts, with the reason.
    static let known: [String: String] = {
        let reasons: [String: [String]] = [
            "FFmpeg leaves out three of the 126 frames": ["ffmpeg: hls of packed MP3"],
            "FFmpeg's muxer inserts the index before samples whose offsets do not count it": [
                "ffmpeg: mp4 with a global sidx and absolute offsets"
            ],
            "ffprobe ends at the empty last packet, before it has counted anything": ["liquidsoap: ogg with Opus"],
        ]
        return Dictionary(reasons.flatMap { reason, names in names.map { ($0, reason) } }) { first, _ in first }
    }()
}
