import PlayheadFFmpeg

/// A source of bytes in memory.
final class MemoryByteSource: ByteSource {
    private let bytes: [UInt8]
    private let offset = Locked(0)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int64? { Int64(bytes.count) }
    var isSeekable: Bool { true }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        offset.withLock { offset in
            let count = min(buffer.count, bytes.count - offset)
            guard count > 0 else { return 0 }
            // bounded: at most the rest of the bytes
            buffer.copyBytes(from: bytes[offset..<(offset + count)])
            offset += count
            return count
        }
    }

    func seek(to target: Int64) throws { offset.withLock { $0 = Int(min(max(0, target), Int64(bytes.count))) } }
    func interrupt() {}
    func resume() {}
    func cancel() {}
}
