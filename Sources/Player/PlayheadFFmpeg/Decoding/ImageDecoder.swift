import CFFmpeg

/// Decodes image files: JPEG, PNG and WebP.
package enum ImageDecoder {
    /// The maximum number of pixels, twice that of 4K: a few damaged bytes must not request gigabytes.
    private static let maximumPixels: Int64 = 1 << 24
    /// The first bytes of the formats.
    private static let signatures: [(bytes: [UInt8], codec: AVCodecID)] = [
        ([0xFF, 0xD8, 0xFF], AV_CODEC_ID_MJPEG), ([0x89, 0x50, 0x4E, 0x47], AV_CODEC_ID_PNG), (Array("RIFF".utf8), AV_CODEC_ID_WEBP),
    ]

    /// Decodes the image in a file.
    /// - Returns: The picture.
    /// - Throws: ``FFmpegError`` if the bytes are no such image, or it is damaged or too large.
    package static func decode(_ bytes: [UInt8]) throws(FFmpegError) -> Frame {
        FFmpegLibrary.prepare()
        guard let format = signatures.first(where: { bytes.starts(with: $0.bytes) }), let codec = avcodec_find_decoder(format.codec) else {
            throw FFmpegError(playhead_averror_invaliddata, "decoding of an image")
        }
        var context = avcodec_alloc_context3(codec)
        guard let opened = context else { throw FFmpegError(playhead_averror_nomem, "avcodec_alloc_context3") }
        defer { avcodec_free_context(&context) }
        opened.pointee.thread_count = 1
        opened.pointee.max_pixels = maximumPixels
        try FFmpegError.check(avcodec_open2(opened, codec, nil), "avcodec_open2")
        let packet = try Packet(size: bytes.count, time: 0, duration: 0, isKey: true)
        // The packet has the size of the bytes.
        bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { packet.pointer.pointee.data?.update(from: base, count: source.count) }
        }
        try FFmpegError.check(avcodec_send_packet(opened, packet.pointer), "avcodec_send_packet")
        try FFmpegError.check(avcodec_send_packet(opened, nil), "avcodec_send_packet")
        let frame = try Frame()
        try FFmpegError.check(avcodec_receive_frame(opened, frame.pointer), "avcodec_receive_frame")
        if frame.isDamaged { throw FFmpegError(playhead_averror_invaliddata, "decoding of an image") }
        return frame
    }
}
