extension ProducerTests {
    /// The recipes that are not played right, with the reason.
    static let known: [String: String] = {
        let reasons: [String: [String]] = [
            "Sound that precedes the end of the first picture in a segment of TS is not found": [
                "ffmpeg: hls with one sound frame a PES without B-frames", "ffmpeg: hls of segments of a picture",
                "gst-launch-1.0: hlssink2", "gst-launch-1.0: hlssink2 with B-frames", "gst-launch-1.0: hlssink2 in stereo at 44.1 kHz",
                "gst-launch-1.0: hlssink2 at 29.97 Hz", "gst-launch-1.0: hlssink2 with intra refresh",
                "gst-launch-1.0: hlssink2 with long segments", "gst-launch-1.0: hlssink2 with HEVC", "gst-launch-1.0: hlssink",
                "gst-launch-1.0: hlssink with B-frames", "gst-launch-1.0: hlssink with HEVC", "cvlc: hls", "cvlc: hls without B-frames",
            ],
            "Pictures that the PMT declares never come": ["nginx: hls of sound alone"],
            "The duration includes the empty edit before the media": ["ffmpeg: mp4 with an empty edit"],
            "The global index of fragments confuses FFmpeg 5.1": ["ffmpeg: mp4 with a global sidx"],
            "The sound of the highest bitrate is selected instead of the first": [
                "ffmpeg: ts with two sounds of different codecs", "mkvmerge: mkv with two sounds",
            ],
            "An empty last packet is taken for a truncated file": ["cvlc: ogg with Opus", "liquidsoap: ogg with Opus"],
            "The announced size is taken for a truncated file": ["sox: wav through a pipe"],
            "The delay of the sound's encoder is not played in a rendition of its own": ["packager: hls with packed AAC"],
        ]
        return Dictionary(reasons.flatMap { reason, names in names.map { ($0, reason) } }) { first, _ in first }
    }()
}
