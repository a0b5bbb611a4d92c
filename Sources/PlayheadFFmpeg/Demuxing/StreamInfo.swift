import CFFmpeg

/// A stream of a demuxed container: its codec's parameters (owned) and its time base.
///
/// `@unchecked Sendable`: nothing is written after it was made.
public final class StreamInfo: @unchecked Sendable {
    let parameters: UnsafeMutablePointer<AVCodecParameters>

    /// What a stream carries.
    public enum Kind: String, Sendable, Hashable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Subtitles or captions.
        case text
        /// Anything else.
        case other
    }

    /// Index in the demuxer.
    public let index: Int
    /// What it carries.
    public let kind: Kind
    /// The codec's short name, such as `h264`.
    public let codec: String
    /// Whether FFmpeg has a decoder for it.
    public let isDecodable: Bool
    /// Seconds of one tick.
    public let timeBase: Double
    /// The beginning of the stream in the container's time, in seconds, or `nil` where unknown.
    public let startTime: Double?
    /// Picture width in pixels; 0 without picture.
    public let width: Int
    /// Picture height in pixels; 0 without picture.
    public let height: Int
    /// Pictures a second, or `nil` where unknown.
    public let frameRate: Double?
    /// Samples a second; 0 without sound.
    public let sampleRate: Int
    /// Sound channels; 0 without sound.
    public let channels: Int
    /// ISO 639 or BCP 47 language, or `nil`.
    public let language: String?
    /// What the container calls it, or `nil`.
    public let title: String?
    /// Whether the container means it to be played where nothing else is chosen.
    public let isDefault: Bool
    /// Whether it is shown where nothing is chosen, since those who understand the sound need it too.
    public let isForced: Bool
    /// Whether it is made for those who hear badly.
    public let isForHearingImpaired: Bool
    /// Whether it carries captions as text, and not as pictures or inside of other data.
    public let isText: Bool
    /// Bits a second, or `nil` where unknown.
    public let bitrate: Int?
    /// Whether it is a cover picture rather than moving pictures.
    public let isAttachedPicture: Bool
    let rationalTimeBase: AVRational
    /// Width of a pixel to its height as the container says, or `nil` where it doesn't.
    let rationalPixelAspect: AVRational?

    init(_ stream: UnsafeMutablePointer<AVStream>) throws(FFmpegError) {
        guard let copy = avcodec_parameters_alloc() else { throw FFmpegError(playhead_averror_nomem, "avcodec_parameters_alloc") }
        parameters = copy
        let codec = stream.pointee.codecpar
        index = Int(stream.pointee.index)
        let copied = avcodec_parameters_copy(copy, codec)
        rationalTimeBase = stream.pointee.time_base
        timeBase = Self.value(stream.pointee.time_base) ?? 0
        startTime = stream.pointee.start_time == playhead_nopts ? nil : Double(stream.pointee.start_time) * timeBase
        rationalPixelAspect = Self.value(stream.pointee.sample_aspect_ratio).map { _ in stream.pointee.sample_aspect_ratio }
        switch copy.pointee.codec_type {
        case AVMEDIA_TYPE_VIDEO: kind = .video
        case AVMEDIA_TYPE_AUDIO: kind = .audio
        case AVMEDIA_TYPE_SUBTITLE: kind = .text
        default: kind = .other
        }
        self.codec = String(cString: avcodec_get_name(copy.pointee.codec_id))
        isDecodable = avcodec_find_decoder(copy.pointee.codec_id) != nil
        width = Self.side(copy.pointee.width)
        height = Self.side(copy.pointee.height)
        frameRate = Self.value(stream.pointee.avg_frame_rate) ?? Self.value(stream.pointee.r_frame_rate)
        sampleRate = Int(copy.pointee.sample_rate)
        channels = Int(copy.pointee.ch_layout.nb_channels)
        let bitrate = Int(copy.pointee.bit_rate)
        self.bitrate = bitrate > 0 && NumberLimits.bitRates.contains(bitrate) ? bitrate : nil
        let language = Self.tag("language", of: stream)
        self.language = language == "und" ? nil : language
        title = Self.tag("title", of: stream)
        let disposition = stream.pointee.disposition
        isDefault = disposition & AV_DISPOSITION_DEFAULT != 0
        isForced = disposition & AV_DISPOSITION_FORCED != 0
        isForHearingImpaired = disposition & AV_DISPOSITION_HEARING_IMPAIRED != 0
        let properties = avcodec_descriptor_get(copy.pointee.codec_id)?.pointee.props ?? 0
        isText = kind == .text && properties & AV_CODEC_PROP_TEXT_SUB != 0 && copy.pointee.codec_id != AV_CODEC_ID_EIA_608
        isAttachedPicture = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        if copied < 0 { throw FFmpegError(copied, "avcodec_parameters_copy") }
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }

    /// What the container says of a stream, or `nil` where it says nothing.
    private static func tag(_ name: String, of stream: UnsafeMutablePointer<AVStream>) -> String? {
        let text = av_dict_get(stream.pointee.metadata, name, nil, 0)?.pointee.value.map { String(cString: $0) }
        return text?.isEmpty == true ? nil : text
    }

    /// The length of a picture's side in pixels; 0 where there is no such picture.
    private static func side(_ length: Int32) -> Int { NumberLimits.dimensions.contains(Int(length)) ? Int(length) : 0 }

    /// The value of a ratio above 0, or `nil` where it is none.
    private static func value(_ ratio: AVRational) -> Double? {
        ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : nil
    }

    /// What decodes it, and a context for that with what the container says; who asks for it opens it and frees it.
    func makeContext() throws(FFmpegError) -> (context: UnsafeMutablePointer<AVCodecContext>, codec: UnsafePointer<AVCodec>) {
        guard let decoder = avcodec_find_decoder(parameters.pointee.codec_id) else {
            throw FFmpegError(playhead_averror_decoder_not_found, "avcodec_find_decoder(\(codec))")
        }
        guard let context = avcodec_alloc_context3(decoder) else { throw FFmpegError(playhead_averror_nomem, "avcodec_alloc_context3") }
        let result = avcodec_parameters_to_context(context, parameters)
        if result < 0 {
            var unwanted: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&unwanted)
            throw FFmpegError(result, "avcodec_parameters_to_context")
        }
        context.pointee.pkt_timebase = rationalTimeBase
        return (context, decoder)
    }

    /// Whether one decoder can go on from the other stream to this one without being made anew.
    public func sharesDecoder(with other: StreamInfo) -> Bool {
        let (a, b) = (parameters.pointee, other.parameters.pointee)
        guard a.codec_id == b.codec_id, a.format == b.format, a.width == b.width, a.height == b.height, a.sample_rate == b.sample_rate,
            a.ch_layout.nb_channels == b.ch_layout.nb_channels, a.profile == b.profile, a.block_align == b.block_align,
            a.bits_per_coded_sample == b.bits_per_coded_sample, a.extradata_size == b.extradata_size
        else { return false }
        guard a.extradata_size > 0, let x = a.extradata, let y = b.extradata else { return true }
        return UnsafeBufferPointer(start: x, count: Int(a.extradata_size))
            .elementsEqual(UnsafeBufferPointer(start: y, count: Int(b.extradata_size)))
    }
}
