import Synchronization

/// The rest of a source whose first bytes were already read.
final class RestSource: ByteSource {
    /// The position of the first byte in the bytes of the whole stream.
    let position: Int64
    private let bytes: [UInt8]
    private let source: any ByteSource
    /// The number of bytes that were read.
    private let read = Mutex(0)
    /// The number of demuxers that read the stream before.
    private let depth: Int
    /// The maximum of ``depth``, so that tables that change with each packet do not cost a demuxer each.
    private static let maximumDepth = 64

    /// - Parameters:
    ///   - bytes: The first bytes.
    ///   - position: The position of the first byte in the bytes of the whole stream.
    ///   - source: The source of the bytes after them.
    init(_ bytes: [UInt8], at position: Int64, of source: any ByteSource) {
        let other = source as? RestSource
        self.bytes = bytes + (other?.unread ?? [])
        self.position = position
        self.source = other?.source ?? source
        depth = (other?.depth ?? 0) + 1
    }

    private var unread: ArraySlice<UInt8> { bytes[read.withLock { $0 }...] }

    var size: Int64? { nil }
    var isSeekable: Bool { false }
    var splitsTransportStreams: Bool { depth < Self.maximumDepth && source.splitsTransportStreams }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = read.withLock { read -> Int in
            let count = min(buffer.count, bytes.count - read)
            // bounded: the count is at most that of the rest
            buffer.copyBytes(from: bytes[read..<read + count])
            read += count
            return count
        }
        return count > 0 ? count : try source.read(into: buffer)
    }

    func seek(to offset: Int64) throws { throw CancellationError() }
    func interrupt() { source.interrupt() }
    func resume() { source.resume() }
    func cancel() { source.cancel() }
}
