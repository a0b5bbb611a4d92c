import CZstd

/// Decompresses Zstandard: one frame or more, which may be skippable.
final class ZstdDecompressor: Decompressor {
    /// The binary logarithm of the maximum window, 8 MiB (RFC 9659 §3).
    private static let maximumWindowLog: CInt = 23
    /// The minimum number of bytes by which the library recognizes a frame.
    private static let minimumHeaderSize = 5

    /// Fewer bytes after a frame than those of a header are not a frame.
    var isComplete: Bool { hasFrame && frameSize < Self.minimumHeaderSize }
    private let context = ZSTD_createDCtx()
    /// Whether a frame has ended.
    private var hasFrame = false
    /// The number of bytes after it.
    private var frameSize = 0
    private var isOver = false

    init() { ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.maximumWindowLog) }

    deinit { ZSTD_freeDCtx(context) }

    func decompress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> (read: Int, written: Int)? {
        guard let context else { return nil }
        guard !isOver else { return (0, 0) }
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let status = ZSTD_decompressStream(context, &target, &source)
        if ZSTD_isError(status) != 0 {
            isOver = isComplete && ZSTD_getErrorCode(status) == ZSTD_error_prefix_unknown
            return isOver ? (0, 0) : nil
        }
        frameSize = status == 0 ? 0 : frameSize + source.pos
        if status == 0 { hasFrame = true }
        return (source.pos, target.pos)
    }
}
