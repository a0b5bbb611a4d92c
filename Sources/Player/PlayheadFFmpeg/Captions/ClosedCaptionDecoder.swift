import CFFmpeg

/// Decodes the captions of channel CC1 in a video (CEA-608, in the A/53 user data of its pictures): owns an `AVCodecContext` of FFmpeg's
/// `cc_dec`.
///
/// The decoder receives the captions of decoded pictures in presentation order, and is used by one thread at a time. Each change of the captions' screen is
/// an event immediately, before the end of the captions is known, so an event is valid until the next one.
package final class ClosedCaptionDecoder {
    /// The screen from a time on.
    package struct Event: Sendable, Hashable {
        /// A dialogue line of Advanced SubStation Alpha; without text if the screen was cleared.
        package var dialogue: String
        /// The start in seconds, the time of the picture.
        package var start: Double
        /// The end in seconds; infinite, because only the next event determines it.
        package var end: Double
    }

    private static let ticksPerSecond = 1_000_000.0
    private var context: UnsafeMutablePointer<AVCodecContext>?

    /// Makes a decoder.
    /// - Throws: ``FFmpegError`` if FFmpeg was built without the decoder.
    package init() throws(FFmpegError) {
        guard let codec = avcodec_find_decoder(AV_CODEC_ID_EIA_608) else {
            throw FFmpegError(playhead_averror_decoder_not_found, "avcodec_find_decoder(eia_608)")
        }
        context = avcodec_alloc_context3(codec)
        // The object is initialized: if an error is thrown, deinit frees the context.
        guard let context else { throw FFmpegError(playhead_averror_nomem, "avcodec_alloc_context3") }
        context.pointee.pkt_timebase = AVRational(num: 1, den: Int32(saturating: Self.ticksPerSecond))
        var options = try FFmpegLibrary.options(["real_time": "1", "real_time_latency_msec": "0", "data_field": "first"])
        defer { av_dict_free(&options) }
        try FFmpegError.check(avcodec_open2(context, codec, &options), "avcodec_open2")
    }

    deinit { avcodec_free_context(&context) }

    /// Decodes the captions of a picture.
    /// - Parameters:
    ///   - data: Groups of three bytes as in ``Frame/closedCaptions``, of the next picture in presentation order.
    ///   - time: The presentation time, in seconds, on any timeline.
    /// - Returns: The changes; usually none.
    /// - Throws: ``FFmpegError`` if the captions cannot be decoded; those of later pictures may be.
    package func decode(_ data: [UInt8], at time: Double) throws(FFmpegError) -> [Event] {
        guard !data.isEmpty, time.isFinite, abs(time) < 1e12 else { return [] }
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
        // For events that are visible immediately, FFmpeg reports the time of the previous change.
        return (0..<Int(subtitle.num_rects)).compactMap { index in
            guard let text = subtitle.rects?[index]?.pointee.ass else { return nil }
            return Event(dialogue: String(cString: text), start: time, end: .infinity)
        }
    }

    /// Clears the screen, to continue elsewhere.
    package func flush() { avcodec_flush_buffers(context) }
}

extension Frame {
    /// The captions of the picture: groups of three bytes as in ANSI/SCTE 128 (`cc_data_pkt`); `nil` if there are none.
    package var closedCaptions: [UInt8]? {
        guard let side = av_frame_get_side_data(pointer, AV_FRAME_DATA_A53_CC), let data = side.pointee.data else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(side.pointee.size)))
    }
}
