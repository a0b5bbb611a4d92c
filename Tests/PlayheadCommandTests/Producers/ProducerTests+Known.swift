extension ProducerTests {
    /// The recipes that ffprobe counts wrongly, with the end of the only difference that results; other versions of FFmpeg may have none.
    static let known = [
        // FFmpeg leaves out three of the 126 frames.
        "ffmpeg: hls of packed MP3": "145152 of 141696 samples",
        // FFmpeg's muxer inserts the index before samples whose offsets do not count it.
        "ffmpeg: mp4 with a global sidx and absolute offsets": "a duration of 1.104 s instead of 0.042666666666666665 s",
        // ffprobe ends at the empty last packet, before it has counted anything.
        "liquidsoap: ogg with Opus": " of 0 samples",
    ]
}
