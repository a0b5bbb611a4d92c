import CFFmpeg

/// Decodes the packets of one stream to frames: owns an `AVCodecContext`.
///
/// Used by one thread at a time; with `threads` above 1 FFmpeg decodes on threads of its own, which end with the decoder.
package final class Decoder {
    /// The result of `receive()`.
    package enum Output {
        /// A frame.
        case frame(Frame)
        /// No frame until another packet is sent.
        case needsPacket
        /// All frames were received; the decoder accepts no packets until `flush()`.
        case ended
    }

    /// Whether `send` accepted the packet.
    package enum Acceptance: Sendable {
        /// The packet was accepted.
        case accepted
        /// Frames have to be received first.
        case full
    }

    /// The decoded stream.
    package private(set) var stream: StreamInfo
    private var context: UnsafeMutablePointer<AVCodecContext>?

    /// The maximum number of FFmpeg's decoding threads.
    private static let maximumThreads = 64
    /// The maximum number of pixels of a picture, twice that of 8K: a few damaged bytes must not request gigabytes.
    private static let maximumPixels: Int64 = 1 << 26

    /// Makes a decoder for `stream` with `threads` of FFmpeg's decoding threads, 1 to 64; each additional one delays the output by a frame.
    /// - Throws: ``FFmpegError`` if there is no decoder or it refuses the stream's parameters.
    package init(stream: StreamInfo, threads: Int = 1) throws(FFmpegError) {
        self.stream = stream
        let (context, codec) = try stream.makeContext()
        // The object is initialized: if an error is thrown from here on, deinit frees the context.
        self.context = context
        context.pointee.thread_count = Int32(min(max(1, threads), Self.maximumThreads))
        context.pointee.max_pixels = Self.maximumPixels
        try FFmpegError.check(avcodec_open2(context, codec, nil), "avcodec_open2")
    }

    deinit { avcodec_free_context(&context) }

    /// Sends a packet, or `nil` to drain the decoder.
    /// - Throws: ``FFmpegError`` if the data cannot be decoded; later packets may be.
    package func send(_ packet: Packet?) throws(FFmpegError) -> Acceptance {
        // FFmpeg interprets a packet without data as the end of the stream; some containers have such packets in the middle.
        if let packet, packet.isEmpty { return .accepted }
        let result = avcodec_send_packet(context, packet?.pointer)
        if result == playhead_averror_again { return .full }
        if result == playhead_averror_eof { return .accepted }
        try FFmpegError.check(result, "avcodec_send_packet")
        return .accepted
    }

    /// Returns the next frame, if there is one.
    /// - Throws: ``FFmpegError`` if the data cannot be decoded; later packets may be.
    package func receive() throws(FFmpegError) -> Output {
        let frame = try Frame()
        let result = avcodec_receive_frame(context, frame.pointer)
        if result == playhead_averror_again { return .needsPacket }
        if result == playhead_averror_eof { return .ended }
        try FFmpegError.check(result, "avcodec_receive_frame")
        // The pixel aspect of the container has priority over that of the codec.
        if let aspect = stream.rationalPixelAspect { frame.pointer.pointee.sample_aspect_ratio = aspect }
        frame.orientation = Orientation(frame: frame.pointer) ?? stream.orientation
        return .frame(frame)
    }

    /// Returns the frame of one packet without the delay for reordering and threads, or `nil` if the packet cannot be decoded alone.
    /// Afterwards the decoder accepts no packets until `flush()`.
    package func decodeAlone(_ packet: Packet) -> Frame? {
        guard let sent = try? send(packet), sent == .accepted, (try? send(nil)) != nil, case .frame(let frame)? = try? receive() else {
            return nil
        }
        return frame
    }

    /// Copies the parameters that decoding has determined to a stream of the container.
    /// - Returns: Whether they are complete.
    func copyParameters(to stream: UnsafeMutablePointer<AVStream>) -> Bool {
        guard let context, avcodec_parameters_from_context(stream.pointee.codecpar, context) >= 0 else { return false }
        let parameters = stream.pointee.codecpar.pointee
        if parameters.codec_type == AVMEDIA_TYPE_AUDIO { return parameters.sample_rate > 0 && parameters.ch_layout.nb_channels > 0 }
        // Without timing information in the stream FFmpeg's value has no meaning.
        let (rate, maximum) = (context.pointee.framerate, 1000.0)
        if rate.num > 0, rate.den > 0, av_q2d(rate) <= maximum { stream.pointee.avg_frame_rate = rate }
        return parameters.width > 0 && parameters.height > 0
    }

    /// Drops all sent packets, to continue elsewhere.
    package func flush() { avcodec_flush_buffers(context) }

    /// Sets whether pictures that no other picture references are skipped, to catch up.
    package func skipNonReference(_ skip: Bool) {
        context?.pointee.skip_frame = skip ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }

    /// Continues with `stream`, which can share the decoder (``StreamInfo/sharesDecoder(with:)``); call after `flush()`.
    package func adopt(_ stream: StreamInfo) {
        self.stream = stream
        context?.pointee.pkt_timebase = stream.rationalTimeBase
    }
}
