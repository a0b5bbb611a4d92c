import Foundation
import PlayheadCore
import PlayheadFFmpeg

/// A source that is read in order: a pipe, or a server without byte ranges.
///
/// Some files can't be read in order, such as MP4 whose index follows the samples. If the first bytes are of such a file, all bytes are kept in
/// a temporary file, in which every position can be read.
final class CopyingByteSource: ByteSource {
    private struct State {
        var offset: Int64 = 0
        /// The first bytes, as far as they were read to determine the order.
        var head: [UInt8] = []
        var isHeadComplete = false
        /// The copy and its length.
        var copy: FileDescriptor?
        var copied: Int64 = 0
        var isAtEnd = false
    }

    let base: any ByteSource
    private let limit: Int64
    private let state = Locked(State())

    /// - Parameters:
    ///   - base: The source, at its first byte.
    ///   - limit: The maximum length of the temporary file, in bytes; a longer source is not copied, or fails at the limit.
    init(_ base: any ByteSource, limit: Int64) {
        self.base = base
        self.limit = limit
    }

    deinit { cancel() }

    /// The number of bytes; `nil` before the last one was copied, if the source has not declared it.
    var size: Int64? { base.size ?? state.withLock { $0.copy != nil && $0.isAtEnd ? $0.copied : nil } }

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
        return try advance(base.read(into: buffer))
    }

    func seek(to offset: Int64) throws { state.withLock { $0.offset = offset } }

    func interrupt() { base.interrupt() }

    func resume() { base.resume() }

    func cancel() {
        base.cancel()
        state.withLock { $0.copy }?.cancel()
    }

    private func advance(_ count: Int) -> Int {
        state.withLock { $0.offset = $0.offset.saturatingAdding(Int64(count)) }
        return count
    }

    /// Reads first bytes until the order is known.
    private func readHead() throws {
        while true {
            let (head, isComplete) = state.withLock { ($0.head, $0.isHeadComplete) }
            if isComplete { return }
            let order = ReadOrder(head)
            if order != .unknown || head.count >= ReadOrder.sample {
                // The index may also be behind long padding.
                let copy = order != .sequential && base.size ?? 0 <= limit ? try Self.temporaryFile() : nil
                try head.withUnsafeBytes { try copy?.write($0) }
                return state.withLock { state in
                    state.isHeadComplete = true
                    state.copy = copy
                    state.copied = Int64(head.count)
                }
            }
            var bytes = [UInt8](repeating: 0, count: ReadOrder.sample - head.count)
            let count = try bytes.withUnsafeMutableBytes { try base.read(into: $0) }
            state.withLock { state in
                state.head += bytes.prefix(count)
                if count == 0 { state.isHeadComplete = true }
            }
        }
    }

    /// Copies the source until the copy has the byte at `offset`, or to the end.
    private func copyBytes(to copy: FileDescriptor, beyond offset: Int64) throws {
        var bytes: [UInt8] = []
        while case let (copied, isAtEnd) = state.withLock({ ($0.copied, $0.isAtEnd) }), copied <= offset, !isAtEnd {
            guard copied < limit else { throw PlaybackError(.fileUnreadable, underlying: "The source has more than \(limit) bytes.") }
            if bytes.isEmpty { bytes = Array(repeating: 0, count: 1 << 16) }
            let count = try bytes.withUnsafeMutableBytes { try base.read(into: $0) }
            try bytes.withUnsafeBytes { try copy.write(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
            state.withLock { state in
                state.copied += Int64(count)
                state.isAtEnd = count == 0
            }
        }
    }

    /// Makes a file without a name, which ends with its descriptor: in `TMPDIR`, or where large files are kept, because `/tmp` is memory on many
    /// systems.
    private static func temporaryFile() throws -> FileDescriptor {
        let folder = FileManager.default.temporaryDirectory.path
        for folder in folder == "/tmp" ? ["/var/tmp", folder] : [folder] {
            var name = Array("\(folder)/playhead-XXXXXX".utf8CString)
            let number = mkstemp(&name)
            guard number >= 0 else { continue }
            unlink(name)
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            return FileDescriptor(number)
        }
        throw PlaybackError(errno: errno)
    }
}
