/// The containers and codecs of sample files.
package enum SampleFormat: String, Sendable, CaseIterable {
    /// H.264 and AAC, with the index at the start of the file.
    case mp4
    /// H.264 and AAC, with the index at the end of the file.
    case mp4IndexAtEnd
    /// AAC in MP4.
    case m4a
    /// VP8 and Vorbis.
    case webm
    /// VP9 and Opus.
    case webmVP9
    /// H.264 and AAC.
    case matroska
    /// H.264 and AAC.
    case mpegTS
    /// MPEG-1 audio layer III.
    case mp3
    /// AAC in ADTS frames.
    case adts
    /// Free Lossless Audio Codec.
    case flac
    /// 16-bit PCM.
    case wav
    /// Vorbis in Ogg.
    case oggVorbis
    /// Opus in Ogg.
    case oggOpus

    /// The file name extension, without the dot.
    package var fileExtension: String {
        switch self {
        case .mp4, .mp4IndexAtEnd: "mp4"
        case .m4a: "m4a"
        case .webm, .webmVP9: "webm"
        case .matroska: "mkv"
        case .mpegTS: "ts"
        case .mp3: "mp3"
        case .adts: "aac"
        case .flac: "flac"
        case .wav: "wav"
        case .oggVorbis: "ogg"
        case .oggOpus: "opus"
        }
    }

    /// Whether the format has video.
    package var hasVideo: Bool {
        switch self {
        case .mp4, .mp4IndexAtEnd, .webm, .webmVP9, .matroska, .mpegTS: true
        case .m4a, .mp3, .adts, .flac, .wav, .oggVorbis, .oggOpus: false
        }
    }

    var usesH264: Bool { hasVideo && self != .webm && self != .webmVP9 }

    /// The `ffmpeg` options for the audio and the container.
    var muxingArguments: [String] {
        let aac = ["-c:a", "aac", "-b:a", "96k"]
        return switch self {
        case .mp4: aac + ["-movflags", "+faststart", "-f", "mp4"]
        case .mp4IndexAtEnd: aac + ["-f", "mp4"]
        case .m4a: aac + ["-f", "ipod"]
        case .webm: ["-c:a", "libvorbis", "-b:a", "96k", "-f", "webm"]
        case .webmVP9: ["-c:a", "libopus", "-b:a", "96k", "-f", "webm"]
        case .matroska: aac + ["-f", "matroska"]
        case .mpegTS: aac + ["-f", "mpegts"]
        case .mp3: ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"]
        case .adts: aac + ["-f", "adts"]
        case .flac: ["-c:a", "flac", "-f", "flac"]
        case .wav: ["-c:a", "pcm_s16le", "-f", "wav"]
        case .oggVorbis: ["-c:a", "libvorbis", "-b:a", "96k", "-f", "ogg"]
        case .oggOpus: ["-c:a", "libopus", "-b:a", "96k", "-f", "ogg"]
        }
    }
}
