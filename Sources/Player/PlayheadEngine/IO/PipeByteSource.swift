import Foundation
import PlayheadCore
import PlayheadFFmpeg

/// Bytes that can be read once: a pipe, standard input, or a device.
///
/// Some files can't be read in order, such as MP4 whose index follows the samples. If the first bytes are of such a file, all bytes are kept in
/// a temporary file, in which every position can be read.
final class PipeByteSource: ByteSource {
    /// The maximum length of the temporary file, in bytes.
    private static let maximumCopy: Int64 = 64 << 30

    private struct State {
        var offset: Int64 = 0
        /// The first bytes, as far as they were read to determine the order.
        var head: [UInt8] = []
        var isHeadComplete = false
        /// The copy and its length.
        var copy: FileDescriptor?
        var copied: Int64 = 0
        var isAtEnd = false
        var isInterrupted = false
    }

    private let pipe: FileDescriptor
    private let state = Locked(State())

    init(_ pipe: FileDescriptor) { self.pipe = pipe }

    deinit { cancel() }

    /// The number of bytes, after the last one was copied.
    var size: Int64? { state.withLock { $0.copy != nil && $0.isAtEnd ? $0.copied : nil } }

    /// Whether the bytes are copied, which is known after the first read.
    var isSeekable: Bool { state.withLock { $0.copy != nil } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try readHead()
        let now = state.withLock { $0 }
        if let copy = now.copy {
            try copyBytes(to: copy, beyond: now.offset)
            return try advance(copy.read(into: buffer, at: now.offset))
        }
        let kept = now.head.dropFirst(Int(clamping: now.offset)).prefix(buffer.count)
        if !kept.isEmpty {
            buffer.copyBytes(from: kept)
            return advance(kept.count)
        }
        return try advance(next(into: buffer))
    }

    func seek(to offset: Int64) throws { state.withLock { $0.offset = offset } }

    func interrupt() { state.withLock { $0.isInterrupted = true } }

    func resume() { state.withLock { $0.isInterrupted = false } }

    func cancel() {
        pipe.cancel()
        state.withLock { $0.copy }?.cancel()
    }

    private func advance(_ count: Int) -> Int {
        state.withLock { $0.offset = $0.offset.saturatingAdding(Int64(count)) }
        return count
    }

    /// Reads the next bytes of the pipe, waiting for at least one.
    private func next(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let interval: Int32 = 50
        while true {
            if state.withLock({ $0.isInterrupted }) { throw CancellationError() }
            if let count = try pipe.read(into: buffer, timeout: interval) { return count }
        }
    }

    /// Reads first bytes until the order is known.
    private func readHead() throws {
        while true {
            let (head, isComplete) = state.withLock { ($0.head, $0.isHeadComplete) }
            if isComplete { return }
            let order = ReadOrder(head)
            if order != .unknown || head.count >= ReadOrder.sample {
                let copy = order == .random ? try Self.temporaryFile() : nil
                try head.withUnsafeBytes { try copy?.write($0) }
                return state.withLock { state in
                    state.isHeadComplete = true
                    state.copy = copy
                    state.copied = Int64(head.count)
                }
            }
            var bytes = [UInt8](repeating: 0, count: ReadOrder.sample - head.count)
            let count = try bytes.withUnsafeMutableBytes { try next(into: $0) }
            state.withLock { state in
                state.head += bytes.prefix(count)
                if count == 0 { state.isHeadComplete = true }
            }
        }
    }

    /// Copies the pipe until the copy has the byte at `offset`, or to the end.
    private func copyBytes(to copy: FileDescriptor, beyond offset: Int64) throws {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while case let (copied, isAtEnd) = state.withLock({ ($0.copied, $0.isAtEnd) }), copied <= offset, !isAtEnd {
            guard copied < Self.maximumCopy else { throw PlaybackError(.fileUnreadable, underlying: "The pipe has too many bytes.") }
            let count = try bytes.withUnsafeMutableBytes { try next(into: $0) }
            try bytes.withUnsafeBytes { try copy.write(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
            state.withLock { state in
                state.copied += Int64(count)
                state.isAtEnd = count == 0
            }
        }
    }

    /// Makes a file without a name, which ends with its descriptor.
    private static func temporaryFile() throws -> FileDescriptor {
        var name = Array(FileManager.default.temporaryDirectory.appendingPathComponent("playhead-XXXXXX").path.utf8CString)
        let number = mkstemp(&name)
        guard number >= 0 else { throw PlaybackError(errno: errno) }
        unlink(name)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return FileDescriptor(number)
    }
}
