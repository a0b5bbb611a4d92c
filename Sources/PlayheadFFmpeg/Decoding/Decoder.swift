import CFFmpeg

/// Turns one stream's packets into frames: owns an `AVCodecContext`.
///
/// Used by one thread at a time; with `threads` above 1 FFmpeg decodes on threads of its own, which end with the decoder.
public final class Decoder {
    /// What `receive()` has.
    public enum Output {
        /// A frame.
        case frame(Frame)
        /// Nothing until another packet is sent.
        case needsPacket
        /// All frames are out; the decoder takes nothing more until `flush()`.
        case ended
    }

    /// Whether `send` took the packet.
    public enum Acceptance: Sendable {
        /// It did.
        case accepted
        /// Frames have to be received first.
        case full
    }

    /// The stream that it decodes.
    public private(set) var stream: StreamInfo
    private var context: UnsafeMutablePointer<AVCodecContext>?

    /// Threads that FFmpeg may decode on at most.
    private static let mostThreads = 64
    /// Pixels of the largest picture that is decoded, twice those of 8K: a few damaged bytes must not ask for gigabytes.
    private static let mostPixels: Int64 = 1 << 26

    /// Makes a decoder for `stream`.
    /// - Parameter threads: How many threads FFmpeg may decode on, 1 to 64; each above the first delays the output by a frame.
    /// - Throws: ``FFmpegError`` where there is no decoder or it refuses the stream's parameters.
    public init(stream: StreamInfo, threads: Int = 1) throws(FFmpegError) {
        self.stream = stream
        let (context, codec) = try stream.makeContext()
        // The object is whole: where something throws from here on, deinit frees the context.
        self.context = context
        context.pointee.thread_count = Int32(min(max(1, threads), Self.mostThreads))
        context.pointee.max_pixels = Self.mostPixels
        try FFmpegError.check(avcodec_open2(context, codec, nil), "avcodec_open2")
    }

    deinit { avcodec_free_context(&context) }

    /// Hands a packet in, or `nil` to get out all that is still inside.
    /// - Throws: ``FFmpegError`` where the data can't be decoded; later packets may be.
    public func send(_ packet: Packet?) throws(FFmpegError) -> Acceptance {
        // FFmpeg takes a packet without data for the end of the stream; some containers have such packets in the middle.
        if let packet, packet.isEmpty { return .accepted }
        let result = avcodec_send_packet(context, packet?.pointer)
        if result == playhead_averror_again { return .full }
        if result == playhead_averror_eof { return .accepted }
        try FFmpegError.check(result, "avcodec_send_packet")
        return .accepted
    }

    /// The next frame, if there is one.
    /// - Throws: ``FFmpegError`` where the data can't be decoded; later packets may be.
    public func receive() throws(FFmpegError) -> Output {
        let frame = try Frame()
        let result = avcodec_receive_frame(context, frame.pointer)
        if result == playhead_averror_again { return .needsPacket }
        if result == playhead_averror_eof { return .ended }
        try FFmpegError.check(result, "avcodec_receive_frame")
        // What the container says of the pixels' shape goes before what the codec says.
        if let aspect = stream.rationalPixelAspect { frame.pointer.pointee.sample_aspect_ratio = aspect }
        return .frame(frame)
    }

    /// Forgets all that was sent, for going on elsewhere.
    public func flush() { avcodec_flush_buffers(context) }

    /// Whether pictures that no other picture needs are left out, for catching up.
    public func skipNonReference(_ skip: Bool) {
        context?.pointee.skip_frame = skip ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }

    /// Goes on with `stream`, whose decoder is the same (``StreamInfo/sharesDecoder(with:)``); call after `flush()`.
    public func adopt(_ stream: StreamInfo) {
        self.stream = stream
        context?.pointee.pkt_timebase = stream.rationalTimeBase
    }
}
