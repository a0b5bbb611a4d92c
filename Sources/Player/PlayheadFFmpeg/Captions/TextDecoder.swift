import CFFmpeg

/// Decodes a stream of text captions, such as SubRip in Matroska and 3GPP timed text in MP4: owns an `AVCodecContext`.
///
/// Used by one thread at a time.
package final class TextDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>?

    /// Makes a decoder.
    /// - Throws: ``FFmpegError`` if FFmpeg has no decoder, or the stream's parameters are invalid.
    package init(_ stream: StreamInfo) throws(FFmpegError) {
        let (context, codec) = try stream.makeContext()
        // The object is initialized: if an error is thrown from here on, deinit frees the context.
        self.context = context
        try FFmpegError.check(avcodec_open2(context, codec, nil), "avcodec_open2")
    }

    deinit { avcodec_free_context(&context) }

    /// Decodes a packet.
    /// - Returns: Dialogue lines of Advanced SubStation Alpha; usually one.
    /// - Throws: ``FFmpegError`` if the packet cannot be decoded; later ones may be.
    package func decode(_ packet: Packet) throws(FFmpegError) -> [String] {
        var subtitle = AVSubtitle()
        var isThere: Int32 = 0
        try FFmpegError.check(avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.pointer), "avcodec_decode_subtitle2")
        guard isThere != 0 else { return [] }
        defer { avsubtitle_free(&subtitle) }
        return (0..<Int(subtitle.num_rects)).compactMap { index in
            subtitle.rects?[index]?.pointee.ass.map { String(cString: $0) }
        }
    }
}
