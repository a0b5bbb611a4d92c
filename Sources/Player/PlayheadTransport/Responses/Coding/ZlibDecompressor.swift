import CZlib

/// Decompresses gzip and deflate.
final class ZlibDecompressor: Decompressor {
    /// Formats of zlib: the window's size, with the format added.
    private enum Format {
        /// gzip or zlib, by the first bytes.
        static let framed: CInt = 15 + 32
        static let raw: CInt = -15
    }

    private(set) var isComplete = false
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let isDeflate: Bool
    private var isOpen = false

    init(isDeflate: Bool) { self.isDeflate = isDeflate }

    deinit {
        if isOpen { inflateEnd(stream) }
        stream.deallocate()
    }

    func decompress(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> (read: Int, written: Int)? {
        guard !isComplete else { return (0, 0) }
        if !isOpen {
            guard let first = input.first else { return (0, 0) }
            // Some servers send deflate without the header of zlib (RFC 9110 §8.4.1.2), or take one format for the other.
            let isFramed = first & 0x0F == 8 || first == 0x1F
            guard playhead_inflate_begin(stream, isDeflate && !isFramed ? Format.raw : Format.framed) == Z_OK else { return nil }
            isOpen = true
        }
        let (unread, free) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = unread
        stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = free
        let code = inflate(stream, Z_NO_FLUSH)
        guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { return nil }
        isComplete = code == Z_STREAM_END
        return (Int(unread - stream.pointee.avail_in), Int(free - stream.pointee.avail_out))
    }
}
