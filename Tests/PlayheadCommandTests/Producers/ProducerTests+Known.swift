extension ProducerTests {
    /// The recipes that are not played as ffprobe counts, with the reason.
    static let known: [String: String] = {
        let reasons: [String: [String]] = [
            "The duration includes the empty edit before the media": ["ffmpeg: mp4 with an empty edit"],
            "The global index of fragments confuses FFmpeg 5.1": ["ffmpeg: mp4 with a global sidx"],
            "An empty last packet is taken for a truncated file": ["cvlc: ogg with Opus", "liquidsoap: ogg with Opus"],
            "The announced size is taken for a truncated file": ["sox: wav through a pipe"],
            "FFmpeg leaves out three of the 126 frames": ["ffmpeg: hls of packed MP3"],
            "The delay of the sound's encoder is not played in a rendition of its own": ["packager: hls with packed AAC"],
        ]
        return Dictionary(reasons.flatMap { reason, names in names.map { ($0, reason) } }) { first, _ in first }
    }()
}
