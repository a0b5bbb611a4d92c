import CFFmpeg
import Foundation

/// A stream of a demuxed container: its codec's parameters (owned) and its time base.
///
/// `@unchecked Sendable`: it is immutable.
package final class StreamInfo: @unchecked Sendable {
    // It has more than 20 stored properties: one for each fact of a stream that FFmpeg reports.

    let parameters: UnsafeMutablePointer<AVCodecParameters>

    /// The kind of a stream.
    package enum Kind: String, Sendable, Hashable {
        /// Video.
        case video
        /// Audio.
        case audio
        /// Subtitles or captions.
        case text
        /// Anything else.
        case other
    }

    /// The index in the demuxer.
    package let index: Int
    /// The kind of the stream.
    package let kind: Kind
    /// The short name of the codec, such as `h264`.
    package let codec: String
    /// Whether FFmpeg has a decoder for the stream.
    package let isDecodable: Bool
    /// The number of the track in MP4.
    package let trackID: Int
    /// The id of the key of the stream, of which packets are encrypted, in WebM (RFC 9559 §5.1.4.1.31); `nil` otherwise.
    package let keyID: [UInt8]?
    /// The duration of a tick, in seconds.
    package let timeBase: Double
    /// The start of the stream in the container's time, in seconds, or `nil` if unknown.
    package let startTime: Double?
    /// The width of the picture in pixels, as it is shown; 0 without video.
    package let width: Int
    /// The height of the picture in pixels, as it is shown; 0 without video.
    package let height: Int
    /// The pictures per second, or `nil` if unknown.
    package let frameRate: Double?
    /// The sample rate in Hz; 0 without audio.
    package let sampleRate: Int
    /// The number of audio channels; 0 without audio.
    package let channels: Int
    /// The language (ISO 639 or BCP 47), or `nil`.
    package let language: String?
    /// The title in the container, or `nil`.
    package let title: String?
    /// Whether the stream is the default selection.
    package let isDefault: Bool
    /// Whether the stream is shown without a selection, because it is essential even with the sound.
    package let isForced: Bool
    /// Whether the stream is made for the hard of hearing.
    package let isForHearingImpaired: Bool
    /// Whether the stream contains captions as text, and not as pictures or in other data.
    package let isText: Bool
    /// Whether the packets are the texts of WebVTT cues; also in Matroska as mkvmerge writes it, which FFmpeg 5.1 does not recognize.
    package let isWebVTT: Bool
    /// The bit rate in bits per second, or `nil` if unknown.
    package let bitrate: Int?
    /// Whether the stream is a cover picture rather than video.
    package let isAttachedPicture: Bool
    /// The orientation of the pictures according to the container.
    let orientation: Orientation
    let rationalTimeBase: AVRational
    /// The pixel aspect ratio of the container, or `nil` if it does not define it.
    let rationalPixelAspect: AVRational?

    /// FFmpeg's name for the id of the key of a stream in WebM.
    static let keyTag = "enc_key_id"

    /// Copies the facts of a stream. `pictureDuration` is the duration of the first picture, in ticks; `nil` if it is unknown.
    init(_ stream: UnsafeMutablePointer<AVStream>, pictureDuration: Int64? = nil) throws(FFmpegError) {
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
        trackID = Int(stream.pointee.id)
        keyID = Self.tag(Self.keyTag, of: stream).map { Data(base64Encoded: $0).map { [UInt8]($0) } ?? [] }
        let orientation = playhead_display_matrix(stream).map { Orientation(matrix: $0) } ?? Orientation()
        self.orientation = orientation
        width = Self.side(orientation.isTransposed ? copy.pointee.height : copy.pointee.width)
        height = Self.side(orientation.isTransposed ? copy.pointee.width : copy.pointee.height)
        let declared = Self.value(stream.pointee.avg_frame_rate) ?? Self.value(stream.pointee.r_frame_rate)
        // FFmpeg states the ticks of a cover.
        let isMoving = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        let counted = kind == .video ? Self.frameRate(of: stream.pointee, pictureDuration: pictureDuration) : nil
        frameRate = isMoving ? declared ?? counted : nil
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
        isWebVTT = kind == .text && (copy.pointee.codec_id == AV_CODEC_ID_WEBVTT || Self.hasHeaderOfWebVTT(copy.pointee))
        isAttachedPicture = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        if copied < 0 { throw FFmpegError(copied, "avcodec_parameters_copy") }
    }

    private static func hasHeaderOfWebVTT(_ parameters: AVCodecParameters) -> Bool {
        guard parameters.codec_id == AV_CODEC_ID_NONE, let bytes = parameters.extradata, parameters.extradata_size >= 6 else {
            return false
        }
        return UnsafeBufferPointer(start: bytes, count: 6).elementsEqual("WEBVTT".utf8)
    }

    /// Whether the parameters of the picture or sound are not known yet.
    var isIncomplete: Bool { kind == .audio ? sampleRate <= 0 || channels <= 0 : kind == .video && (width <= 0 || height <= 0) }

    /// Describes a stream whose packets are not read, by the facts of a manifest.
    /// - Parameters:
    ///   - kind: The kind of the stream.
    ///   - index: The index among the streams.
    ///   - width: The width of the picture in pixels; 0 if it is unknown, or without video.
    ///   - height: The height of the picture in pixels; 0 if it is unknown, or without video.
    /// - Throws: An error if memory is exhausted.
    package init(unread kind: Kind, index: Int, width: Int = 0, height: Int = 0) throws(FFmpegError) {
        guard let parameters = avcodec_parameters_alloc() else { throw FFmpegError(playhead_averror_nomem, "avcodec_parameters_alloc") }
        self.parameters = parameters
        self.kind = kind
        self.index = index
        self.width = width
        self.height = height
        codec = ""
        isDecodable = false
        trackID = 0
        keyID = nil
        rationalTimeBase = AVRational(num: 1, den: 90_000)
        timeBase = 1.0 / 90_000
        startTime = nil
        frameRate = nil
        let (usualRate, usualChannels) = (48_000, 2)
        sampleRate = kind == .audio ? usualRate : 0
        channels = kind == .audio ? usualChannels : 0
        language = nil
        title = nil
        isDefault = false
        isForced = false
        isForHearingImpaired = false
        isText = false
        isWebVTT = false
        bitrate = nil
        isAttachedPicture = false
        orientation = Orientation()
        rationalPixelAspect = nil
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }

    /// Returns a tag of a stream, or `nil` if absent.
    private static func tag(_ name: String, of stream: UnsafeMutablePointer<AVStream>) -> String? {
        let text = av_dict_get(stream.pointee.metadata, name, nil, 0)?.pointee.value.map { String(cString: $0) }
        return text?.isEmpty == true ? nil : text
    }

    /// Returns a side of a picture in pixels; 0 if it is invalid.
    private static func side(_ length: Int32) -> Int { NumberLimits.dimensions.contains(Int(length)) ? Int(length) : 0 }

    /// Returns the frame rate that follows from the index of the container, or else from the duration of a picture.
    private static func frameRate(of stream: AVStream, pictureDuration: Int64?) -> Double? {
        guard let tick = value(stream.time_base) else { return nil }
        if stream.nb_frames > 0, stream.duration > 0 { return Double(stream.nb_frames) / (Double(stream.duration) * tick) }
        return pictureDuration.flatMap { $0 > 0 ? 1 / (Double($0) * tick) : nil }
    }

    /// Returns the value of a ratio above 0, or `nil` if it is invalid.
    private static func value(_ ratio: AVRational) -> Double? {
        ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : nil
    }

    /// Makes a decoder context with the container's parameters, and its codec; the caller opens and frees the context.
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

    /// Whether a decoder of the other stream can continue with this one.
    package func sharesDecoder(with other: StreamInfo) -> Bool {
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
