import CZlib

/// The failure of the decompression of a body.
enum InflateFailure: Error, Hashable {
    /// The data are invalid.
    case invalid
    /// The data end early.
    case truncated
    /// The decompressed data exceed a number of bytes.
    case tooLarge(limit: Int)
    /// The decompressed data exceed ``Inflater/maximumRatio`` times the compressed ones.
    case ratio
}

/// Decompresses a body (RFC 9110 §8.4.1), up to a size and a ratio.
final class Inflater {
    /// The maximum ratio of the sizes. The text of playlists and feeds stays below 30.
    static let maximumRatio = 64
    /// The number of bytes that are allowed at any ratio.
    static let allowance = 1 << 20
    private static let chunkSize = 64 << 10

    /// Formats of zlib: the window's size, with the format added.
    private enum Format {
        /// gzip or zlib, by the first bytes.
        static let framed: CInt = 15 + 32
        static let raw: CInt = -15
    }

    /// Whether the data end early. Some servers name a coding for an empty body.
    var isTruncated: Bool { wire > 0 && !isComplete }
    private var isComplete = false
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let limit: Int
    private let isDeflate: Bool
    private var isOpen = false
    private var wire = 0
    private var unpacked = 0

    /// Creates an inflater for a coding; `nil` if it is not supported.
    init?(_ coding: String, limit: Int) {
        guard ["gzip", "x-gzip", "deflate"].contains(coding) else { return nil }
        isDeflate = coding == "deflate"
        self.limit = limit
    }

    deinit {
        if isOpen { inflateEnd(stream) }
        stream.deallocate()
    }

    /// Decompresses bytes, and passes on each piece of the result.
    func inflate(_ bytes: UnsafeRawBufferPointer, _ pass: (UnsafeRawBufferPointer) -> Void) throws(InflateFailure) {
        guard !bytes.isEmpty else { return }
        if !isOpen {
            // Some servers send deflate without the header of zlib (RFC 9110 §8.4.1.2), or take one format for the other.
            let isFramed = bytes[0] & 0x0F == 8 || bytes[0] == 0x1F
            let format = isDeflate && !isFramed ? Format.raw : Format.framed
            guard playhead_inflate_begin(stream, format) == Z_OK else { throw .invalid }
            isOpen = true
        }
        wire += bytes.count
        // What follows the end is ignored, as browsers do.
        guard !isComplete else { return }
        let input = bytes.bindMemory(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        var output = [UInt8](repeating: 0, count: Self.chunkSize)
        while !isComplete {
            let (code, count) = output.withUnsafeMutableBufferPointer { output -> (CInt, Int) in
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(clamping: output.count)
                let code = CZlib.inflate(stream, Z_NO_FLUSH)
                return (code, output.count - Int(stream.pointee.avail_out))
            }
            guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { throw .invalid }
            unpacked += count
            guard unpacked <= limit else { throw .tooLarge(limit: limit) }
            guard unpacked <= Self.allowance || unpacked / Self.maximumRatio <= wire else { throw .ratio }
            isComplete = code == Z_STREAM_END
            if count > 0 { output.withUnsafeBytes { pass(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) } }
            if count < Self.chunkSize { return }
        }
    }
}
