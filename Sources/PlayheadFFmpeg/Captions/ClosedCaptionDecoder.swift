import CFFmpeg

/// Reads the captions that stand inside a video (CEA-608, in the A/53 user data of its pictures): owns an `AVCodecContext` of FFmpeg's `cc_dec`.
///
/// It is fed with decoded pictures in the order in which they are shown, and used by one thread at a time. Each change of the captions' screen is an
/// event at once, without waiting for the captions' end, so what an event shows stays until the next one.
public final class ClosedCaptionDecoder {
    /// What the screen shows from a time on.
    public struct Event: Sendable, Hashable {
        /// A dialogue line of Advanced SubStation Alpha; without text where the screen was wiped.
        public var dialogue: String
        /// Since when, in seconds, as the picture's time was told.
        public var start: Double
        /// Until when, in seconds; infinite, since only the next event tells.
        public var end: Double
    }

    /// One of the two fields of the interlaced picture that captions were made for.
    public enum Field: Int, Sendable, Hashable {
        /// That of the services CC1 and CC2.
        case first = 0
        /// That of the services CC3 and CC4.
        case second = 1
    }

    private static let ticksPerSecond = 1_000_000.0
    private var context: UnsafeMutablePointer<AVCodecContext>?

    /// Makes a decoder.
    /// - Parameter field: Whose captions are read; `nil` for the field that captions come in first.
    /// - Throws: ``FFmpegError`` where FFmpeg was built without it.
    public init(field: Field? = nil) throws(FFmpegError) {
        guard let codec = avcodec_find_decoder(AV_CODEC_ID_EIA_608) else {
            throw FFmpegError(playhead_averror_decoder_not_found, "avcodec_find_decoder(eia_608)")
        }
        context = avcodec_alloc_context3(codec)
        // The object is whole: where something throws, deinit frees the context.
        guard let context else { throw FFmpegError(playhead_averror_nomem, "avcodec_alloc_context3") }
        context.pointee.pkt_timebase = AVRational(num: 1, den: Int32(saturating: Self.ticksPerSecond))
        var options: OpaquePointer?
        av_dict_set(&options, "real_time", "1", 0)
        av_dict_set(&options, "real_time_latency_msec", "0", 0)
        if let field { av_dict_set(&options, "data_field", "\(field.rawValue)", 0) }
        let opened = avcodec_open2(context, codec, &options)
        av_dict_free(&options)
        try FFmpegError.check(opened, "avcodec_open2")
    }

    deinit { avcodec_free_context(&context) }

    /// Takes what a picture carries.
    /// - Parameters:
    ///   - picture: The next one in the order of showing.
    ///   - time: When it is shown, in seconds, on any timeline.
    /// - Returns: What changed; mostly nothing.
    /// - Throws: ``FFmpegError`` where what it carries can't be read; later pictures may be.
    public func decode(_ picture: Frame, at time: Double) throws(FFmpegError) -> [Event] {
        guard let data = picture.closedCaptions, !data.isEmpty, time.isFinite, abs(time) < 1e12 else { return [] }
        let packet = try Packet()
        try FFmpegError.check(av_new_packet(packet.pointer, Int32(clamping: data.count)), "av_new_packet")
        packet.pointer.pointee.data?.update(from: data, count: packet.size)
        packet.pointer.pointee.pts = Int64(saturating: time * Self.ticksPerSecond)
        var subtitle = AVSubtitle()
        var isThere: Int32 = 0
        let used = avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.pointer)
        try FFmpegError.check(used, "avcodec_decode_subtitle2")
        guard isThere != 0 else { return [] }
        defer { avsubtitle_free(&subtitle) }
        // Of what is shown at once FFmpeg tells the time of the change before.
        return (0..<Int(subtitle.num_rects)).compactMap { index in
            guard let text = subtitle.rects?[index]?.pointee.ass else { return nil }
            return Event(dialogue: String(cString: text), start: time, end: .infinity)
        }
    }

    /// Forgets what the screen shows, for going on elsewhere.
    public func flush() { avcodec_flush_buffers(context) }
}

extension Frame {
    /// Whether a picture carries captions.
    public var hasClosedCaptions: Bool { av_frame_get_side_data(pointer, AV_FRAME_DATA_A53_CC) != nil }

    /// What a picture carries of captions: groups of three bytes as ANSI/SCTE 128 has them (`cc_data_pkt`); `nil` where there is nothing.
    public var closedCaptions: [UInt8]? {
        guard let side = av_frame_get_side_data(pointer, AV_FRAME_DATA_A53_CC), let data = side.pointee.data else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(side.pointee.size)))
    }
}
