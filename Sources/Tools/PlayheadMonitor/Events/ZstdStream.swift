import CZstd

/// Compresses a stream of bytes to one Zstandard frame (RFC 8878).
///
/// The library instead of the `zstd` program: it is part of every Debian system (dpkg and FFmpeg use it), reports each failure where it happens,
/// and has no second process, which the signals that end the run would end before its input.
struct ZstdStream: ~Copyable {
    /// A failure of the library.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The amount of compressed bytes that are produced at once.
    private static let pieceLength = 1 << 16
    private let context: OpaquePointer

    /// Allocates a compressor with the library's default level.
    /// - Throws: ``Failure`` if there is no memory.
    init() throws(Failure) {
        guard let context = ZSTD_createCCtx() else { throw Failure(description: "Out of memory.") }
        self.context = context
        // With a checksum a reader finds what was damaged on the way.
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    }

    deinit { ZSTD_freeCCtx(context) }

    /// Returns the compressed form of further bytes, complete up to their end, so that a reader can decompress all that is written.
    mutating func compress(_ bytes: [UInt8]) throws(Failure) -> [UInt8] { try run(bytes, ZSTD_e_flush) }

    /// Returns the end of the frame.
    mutating func finish() throws(Failure) -> [UInt8] { try run([], ZSTD_e_end) }

    private func run(_ bytes: [UInt8], _ directive: ZSTD_EndDirective) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: Self.pieceLength)
        var consumed = 0
        while true {
            var written = 0
            let pending = bytes.withUnsafeBytes { source in
                piece.withUnsafeMutableBytes { target in
                    var input = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: consumed)
                    var output = ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
                    let pending = ZSTD_compressStream2(context, &output, &input, directive)
                    (consumed, written) = (input.pos, output.pos)
                    return pending
                }
            }
            guard ZSTD_isError(pending) == 0 else { throw Failure(description: String(cString: ZSTD_getErrorName(pending))) }
            result += piece.prefix(written)
            if pending == 0, consumed == bytes.count { return result }
        }
    }
}
