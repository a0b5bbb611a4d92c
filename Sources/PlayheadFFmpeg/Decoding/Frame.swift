import CFFmpeg

/// A decoded picture or block of sound: owns an `AVFrame`.
///
/// `@unchecked Sendable`: it is written by who makes it, a decoder or a filter, before it is handed out; everybody else reads.
public final class Frame: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFrame>

    /// How a picture was coded.
    public enum PictureType: String, Sendable, Hashable {
        /// By itself.
        case intra = "I"
        /// From earlier pictures.
        case predicted = "P"
        /// From earlier and later pictures.
        case bidirectional = "B"
        /// Another way, or unknown.
        case other = "?"
    }

    init() throws(FFmpegError) {
        guard let frame = av_frame_alloc() else { throw FFmpegError(playhead_averror_nomem, "av_frame_alloc") }
        pointer = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }

    /// When it is presented, in ticks of the packets' time base, or `nil` where not even a guess is possible.
    public var pts: Int64? {
        if pointer.pointee.pts != playhead_nopts { return pointer.pointee.pts }
        return pointer.pointee.best_effort_timestamp == playhead_nopts ? nil : pointer.pointee.best_effort_timestamp
    }
    /// How long it is presented, in ticks; 0 where unknown.
    public var duration: Int64 { pointer.pointee.pkt_duration }
    /// Whether decoding can begin with it.
    public var isKey: Bool { pointer.pointee.key_frame != 0 }
    /// How the picture was coded.
    public var pictureType: PictureType {
        switch pointer.pointee.pict_type {
        case AV_PICTURE_TYPE_I: .intra
        case AV_PICTURE_TYPE_P: .predicted
        case AV_PICTURE_TYPE_B: .bidirectional
        default: .other
        }
    }
    /// Picture width in pixels.
    public var width: Int { Int(pointer.pointee.width) }
    /// Picture height in pixels.
    public var height: Int { Int(pointer.pointee.height) }
    /// Width of a pixel divided by its height; 1 where the stream does not say.
    public var pixelAspect: Double {
        let ratio = pointer.pointee.sample_aspect_ratio
        return ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : 1
    }
    /// Sound samples per channel.
    public var sampleCount: Int { Int(pointer.pointee.nb_samples) }
    /// Sound samples a second.
    public var sampleRate: Int { Int(pointer.pointee.sample_rate) }
    /// Sound channels.
    public var channels: Int { Int(pointer.pointee.ch_layout.nb_channels) }
}
