import Foundation
import PlayheadCore
import PlayheadFFmpeg

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A local file.
final class FileByteSource: ByteSource {
    private let descriptor: Int32
    private let state = Locked(State())

    private struct State {
        var offset: Int64 = 0
        var isCancelled = false
        var isReading = false
        var isClosed = false

        /// Returns whether to close the descriptor now: the source is cancelled, no read is active, and the descriptor is still open.
        mutating func takeClosing() -> Bool {
            guard isCancelled, !isReading, !isClosed else { return false }
            isClosed = true
            return true
        }
    }

    let size: Int64?
    let isSeekable: Bool

    /// Opens the file at `path`.
    /// - Throws: `PlaybackError.Kind.fileUnreadable`, `.emptyMedia`.
    init(path: String) throws(PlaybackError) {
        let url = URL(fileURLWithPath: path).absoluteString
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PlaybackError(.fileUnreadable, url: url, underlying: String(cString: strerror(errno))) }
        var info = stat()
        let known = fstat(descriptor, &info) == 0
        let type = info.st_mode & S_IFMT
        if known, type == S_IFDIR {
            close(descriptor)
            throw PlaybackError(.fileUnreadable, url: url, underlying: String(cString: strerror(EISDIR)))
        }
        let isRegular = known && type == S_IFREG
        size = isRegular ? Int64(info.st_size) : nil
        isSeekable = isRegular
        // From here on the object is initialized, and closes the descriptor in `deinit`.
        if size == 0 { throw PlaybackError(.emptyMedia, url: url) }
    }

    deinit { cancel() }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let begun: Int64? = state.withLock { state in
            guard !state.isCancelled else { return nil }
            state.isReading = true
            return state.offset
        }
        guard let offset = begun else { throw CancellationError() }
        defer {
            let closes = state.withLock { state in
                state.isReading = false
                return state.takeClosing()
            }
            if closes { close(descriptor) }
        }
        while true {
            let count =
                isSeekable
                ? pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                : Self.readPipe(descriptor, buffer)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw PlaybackError(.fileUnreadable, underlying: String(cString: strerror(errno))) }
            state.withLock { $0.offset = offset.saturatingAdding(Int64(count)) }
            return count
        }
    }

    func seek(to offset: Int64) throws { state.withLock { $0.offset = offset } }

    /// Does nothing, because reads of a file do not wait.
    func interrupt() {}

    func resume() {}

    /// Closes the descriptor immediately, or after the active read, even if the object stays alive.
    func cancel() {
        let closes = state.withLock { state in
            state.isCancelled = true
            return state.takeClosing()
        }
        if closes { close(descriptor) }
    }

    private static func readPipe(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
