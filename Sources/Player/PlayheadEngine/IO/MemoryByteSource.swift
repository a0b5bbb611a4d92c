import PlayheadFFmpeg

/// A source of bytes in memory.
package final class MemoryByteSource: ByteSource {
    private let bytes: [UInt8]
    private let offset = Locked(0)

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var size: Int64? { Int64(bytes.count) }
    package var isSeekable: Bool { true }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        offset.withLock { offset in
            let count = min(buffer.count, bytes.count - offset)
            guard count > 0 else { return 0 }
            // bounded: at most the rest of the bytes
            buffer.copyBytes(from: bytes[offset..<(offset + count)])
            offset += count
            return count
        }
    }

    package func seek(to target: Int64) throws { offset.withLock { $0 = Int(min(max(0, target), Int64(bytes.count))) } }
    package func interrupt() {}
    package func resume() {}
    package func cancel() {}
}
