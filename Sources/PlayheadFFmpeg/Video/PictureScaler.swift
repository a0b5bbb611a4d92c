import CFFmpeg

/// Turns decoded pictures into RGBA pixels of a wanted size: owns an `SwsContext`.
///
/// Used by one thread at a time.
public final class PictureScaler {
    private var context: OpaquePointer?

    /// Makes a scaler.
    public init() {}

    deinit { sws_freeContext(context) }

    /// Scales `frame` to `width` × `height` pixels.
    /// - Returns: `width * height * 4` bytes, rows from the top, red, green, blue, alpha.
    /// - Throws: ``FFmpegError`` where the picture's format can't be converted.
    public func rgba(_ frame: Frame, width: Int, height: Int) throws(FFmpegError) -> [UInt8] {
        let source = frame.pointer.pointee
        guard width > 0, height > 0, source.width > 0, source.height > 0 else { return [] }
        context = sws_getCachedContext(
            context, source.width, source.height, AVPixelFormat(rawValue: source.format), Int32(width), Int32(height), AV_PIX_FMT_RGBA,
            SWS_BILINEAR, nil, nil, nil)
        guard let context else { throw FFmpegError(playhead_averror_invaliddata, "sws_getCachedContext") }
        var result: Int32 = 0
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
            result = Self.scale(context, frame, into: buffer.baseAddress, stride: width * 4)
            count = width * height * 4
        }
        try FFmpegError.check(result, "sws_scale")
        return pixels
    }

    private static func scale(_ context: OpaquePointer, _ frame: Frame, into pixels: UnsafeMutablePointer<UInt8>?, stride: Int) -> Int32 {
        let source = frame.pointer
        var planes: [UnsafeMutablePointer<UInt8>?] = [pixels, nil, nil, nil]
        var strides: [Int32] = [Int32(stride), 0, 0, 0]
        return withUnsafePointer(to: &source.pointee.data) { data in
            withUnsafePointer(to: &source.pointee.linesize) { lines in
                data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { data in
                    lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                        sws_scale(context, data, lines, 0, source.pointee.height, &planes, &strides)
                    }
                }
            }
        }
    }
}
