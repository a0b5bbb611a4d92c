import CFFmpeg
import Foundation

/// Converts decoded pictures to pixels of a requested size: owns an `SwsContext`.
///
/// Used by one thread at a time.
package final class PictureScaler {
    /// The maximum side of a result, in pixels.
    static let maximumSide = 16_384
    /// The alignment of rows in bytes: FFmpeg's fast paths write whole vectors, past the end of a shorter row.
    private static let alignment = 64
    private static let bytesPerPixel = 4

    private struct Conversion: Equatable {
        var context: OpaquePointer
        var matrix: Int32
        var isFullRange: Bool
    }

    private var context: OpaquePointer?
    private var configured: Conversion?

    /// Makes a scaler.
    package init() {}

    deinit { sws_freeContext(context) }

    /// Scales `frame` to `width` × `height` pixels, each 0 to 16384.
    /// - Returns: `width * height * 4` bytes, rows from the top, red, green, blue, alpha; empty if a side is 0.
    /// - Throws: ``FFmpegError`` if the picture's format cannot be converted or a side is too long.
    package func rgba(_ frame: Frame, width: Int, height: Int) throws(FFmpegError) -> [UInt8] {
        guard width > 0, height > 0, frame.width > 0, frame.height > 0 else { return [] }
        let stored = try stored(frame, width: width, height: height, AV_PIX_FMT_RGBA)
        defer { stored.memory.deallocate() }
        // bounded: both sides are at most 16384
        let rowBytes = width * Self.bytesPerPixel
        // bounded: both sides are at most 16384
        return [UInt8](unsafeUninitializedCapacity: rowBytes * height) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            frame.orientation.copy(
                stored.memory, sourceStride: stored.stride, to: target, targetStride: rowBytes, width: width, height: height)
            // bounded: both sides are at most 16384
            count = rowBytes * height
        }
    }

    /// Scales `frame` so that it is `width` × `height` pixels large as it is shown, but does not rotate it yet.
    /// - Returns: The picture, which the caller deallocates, and the number of bytes of its rows.
    private func stored(
        _ frame: Frame, width: Int, height: Int, _ format: AVPixelFormat
    ) throws(FFmpegError) -> (memory: UnsafeMutableRawPointer, stride: Int) {
        let (width, height) = frame.orientation.isTransposed ? (height, width) : (width, height)
        let context = try conversion(of: frame, width: width, height: height, format)
        let stride = Self.stride(width)
        // bounded: both sides are at most 16384
        let memory = UnsafeMutableRawPointer.allocate(byteCount: stride * height + Self.alignment, alignment: Self.alignment)
        do throws(FFmpegError) {
            try Self.scale(context, frame.pointer, into: memory, stride: stride, height: height)
        } catch {
            memory.deallocate()
            throw error
        }
        return (memory, stride)
    }

    /// Scales `frame` to `width` × `height` pixels, each 1 to 16384: blue, green, red, alpha, the order of screens.
    /// - Returns: Rows from the top, each with the returned number of bytes, in memory that the caller releases with `free`.
    /// - Throws: ``FFmpegError`` if the picture's format cannot be converted or a side is out of range.
    package func bgra(
        _ frame: Frame, width: Int, height: Int
    ) throws(FFmpegError) -> (memory: UnsafeMutableRawPointer, byteCount: Int, bytesPerRow: Int) {
        guard width > 0, height > 0, frame.width > 0, frame.height > 0 else { throw FFmpegError(playhead_averror_invalid, "bgra") }
        let stride = Self.stride(width)
        // bounded: both sides are at most 16384
        let byteCount = stride * height
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, Self.alignment, byteCount + Self.alignment) == 0, let memory else {
            throw FFmpegError(playhead_averror_nomem, "posix_memalign")
        }
        do throws(FFmpegError) {
            if frame.orientation == Orientation() {
                let context = try conversion(of: frame, width: width, height: height, AV_PIX_FMT_BGRA)
                try Self.scale(context, frame.pointer, into: memory, stride: stride, height: height)
            } else {
                let stored = try stored(frame, width: width, height: height, AV_PIX_FMT_BGRA)
                defer { stored.memory.deallocate() }
                frame.orientation.copy(
                    stored.memory, sourceStride: stored.stride, to: memory, targetStride: stride, width: width, height: height)
            }
        } catch {
            free(memory)
            throw error
        }
        return (memory, byteCount, stride)
    }

    // bounded: a side is at most 16384
    private static func stride(_ width: Int) -> Int { (width * bytesPerPixel + alignment - 1) / alignment * alignment }

    /// Returns the context that converts `frame` to the requested format and size.
    private func conversion(of frame: Frame, width: Int, height: Int, _ format: AVPixelFormat) throws(FFmpegError) -> OpaquePointer {
        guard width <= Self.maximumSide, height <= Self.maximumSide else {
            throw FFmpegError(playhead_averror_invalid, "sws_getCachedContext")
        }
        let source = frame.pointer
        // Checked first, because FFmpeg ends the process for an unknown format.
        guard sws_isSupportedInput(AVPixelFormat(rawValue: source.pointee.format)) > 0 else {
            throw FFmpegError(playhead_averror_invaliddata, "sws_isSupportedInput")
        }
        // The call frees the old context if another one is required.
        context = sws_getCachedContext(
            context, source.pointee.width, source.pointee.height, AVPixelFormat(rawValue: source.pointee.format), Int32(width),
            Int32(height), format, SWS_BILINEAR, nil, nil, nil)
        guard let context else {
            configured = nil
            throw FFmpegError(playhead_averror_invaliddata, "sws_getCachedContext")
        }
        setColours(of: frame, context)
        return context
    }

    private static func scale(
        _ context: OpaquePointer, _ source: UnsafeMutablePointer<AVFrame>, into pixels: UnsafeMutableRawPointer?, stride: Int, height: Int
    ) throws(FFmpegError) {
        var planes: [UnsafeMutablePointer<UInt8>?] = [pixels?.assumingMemoryBound(to: UInt8.self), nil, nil, nil]
        var strides: [Int32] = [Int32(stride), 0, 0, 0]
        let rows = withUnsafeBytes(of: source.pointee.data) { data in
            withUnsafeBytes(of: source.pointee.linesize) { lines in
                sws_scale(
                    context, data.baseAddress?.assumingMemoryBound(to: UnsafePointer<UInt8>?.self),
                    lines.baseAddress?.assumingMemoryBound(to: Int32.self), 0, source.pointee.height, &planes, &strides)
            }
        }
        try FFmpegError.check(rows, "sws_scale")
        guard rows == height else { throw FFmpegError(playhead_averror_invaliddata, "sws_scale") }
    }

    /// Sets the colour space of the picture; by default FFmpeg assumes BT.601.
    private func setColours(of frame: Frame, _ context: OpaquePointer) {
        let source = frame.pointer
        let wanted = Conversion(
            context: context, matrix: Self.matrix(source.pointee.colorspace, height: Int(source.pointee.height)),
            isFullRange: source.pointee.color_range == AVCOL_RANGE_JPEG || Self.isFullRange(AVPixelFormat(rawValue: source.pointee.format)))
        guard wanted != configured else { return }
        configured = wanted
        let unity: Int32 = 1 << 16
        // The call is refused if the source is not YUV, which needs no setting.
        _ = sws_setColorspaceDetails(
            context, sws_getCoefficients(wanted.matrix), wanted.isFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, unity,
            unity)
    }

    private static func matrix(_ space: AVColorSpace, height: Int) -> Int32 {
        switch space {
        case AVCOL_SPC_BT709: return SWS_CS_ITU709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020
        case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M
        case AVCOL_SPC_FCC: return SWS_CS_FCC
        case AVCOL_SPC_UNSPECIFIED:
            // By default high definition is BT.709 and the rest BT.601, as in other players.
            let highDefinition = 720
            return height >= highDefinition ? SWS_CS_ITU709 : SWS_CS_ITU601
        default: return SWS_CS_ITU601
        }
    }

    private static func isFullRange(_ format: AVPixelFormat) -> Bool {
        [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P].contains(format)
    }
}
