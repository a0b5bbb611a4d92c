import Foundation
import PlayheadCore
import PlayheadTransport

/// An open file that is closed by `cancel`, but not while it is in use.
final class FileDescriptor: Sendable {
    private struct State {
        var users = 0
        var isCancelled = false
        var isClosed = false

        /// Returns whether to close the file now.
        mutating func takeClosing() -> Bool {
            guard isCancelled, users == 0, !isClosed else { return false }
            isClosed = true
            return true
        }
    }

    private let number: Int32
    private let state = Locked(State())

    /// Owns `number`, which is open.
    init(_ number: Int32) { self.number = number }

    /// Opens a file for reading. A pipe is opened without waiting for a writer, and standard input if it is a socket as well.
    /// - Throws: `PlaybackError.Kind.fileUnreadable`, also for a folder; `.invalidURL` if the file is on another machine.
    convenience init(opening url: URL) throws(PlaybackError) {
        let name = url.absoluteString
        if let reason = url.foreignFileReason { throw PlaybackError(.invalidURL, url: name, underlying: reason) }
        let path = url.fileBytes
        guard !path.isEmpty else { throw PlaybackError(.fileUnreadable, url: name) }
        // bounded: the path is a C string without a zero byte
        let number =
            path == Array("/dev/stdin".utf8)
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            : open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw PlaybackError(errno: errno, url: name) }
        self.init(number)
        if status.map({ $0.st_mode & S_IFMT }) == S_IFDIR { throw PlaybackError(errno: EISDIR, url: name) }
    }

    deinit { cancel() }

    /// Calls `body` with the descriptor.
    /// - Throws: `CancellationError` after `cancel`; the error of `body`.
    func use<R>(_ body: (Int32) throws -> R) throws -> R {
        try state.withLock { state in
            if state.isCancelled { throw CancellationError() }
            state.users += 1
        }
        defer { change { $0.users -= 1 } }
        return try body(number)
    }

    /// Whether `cancel` was called.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The facts of the file; `nil` after `cancel`.
    var status: stat? {
        try? use { number -> stat? in
            var status = stat()
            return fstat(number, &status) == 0 ? status : nil
        }
    }

    /// The length if it is a regular file, otherwise `nil`.
    var regularSize: Int64? { status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? Int64($0.st_size) : nil } }

    /// Closes the file immediately, or after its last use, even if the object stays alive.
    func cancel() { change { $0.isCancelled = true } }

    private func change(_ change: (inout State) -> Void) {
        let closes = state.withLock { state in
            change(&state)
            return state.takeClosing()
        }
        if closes { close(number) }
    }

    /// Reads up to `buffer.count` bytes at an offset.
    /// - Throws: `CancellationError`; `PlaybackError.Kind.fileUnreadable`.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        try use { number in try Self.retried { pread(number, buffer.baseAddress, buffer.count, off_t(offset)) } }
    }

    /// Reads up to `buffer.count` of the next bytes, or returns `nil` if none arrive within `timeout` milliseconds.
    /// - Throws: `CancellationError`; `PlaybackError.Kind.fileUnreadable`.
    func read(into buffer: UnsafeMutableRawBufferPointer, timeout: Int32) throws -> Int? {
        try use { number in
            var poll = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            guard try Self.retried({ Int(Foundation.poll(&poll, 1, timeout)) }) > 0 else { return nil }
            let count = Foundation.read(number, buffer.baseAddress, buffer.count)
            // Another reader of the pipe was faster.
            if count < 0, errno == EINTR || errno == EAGAIN { return nil }
            guard count >= 0 else { throw PlaybackError(errno: errno) }
            return count
        }
    }

    /// Writes all bytes at the current position.
    /// - Throws: `CancellationError`; `PlaybackError.Kind.fileUnreadable`.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try use { number in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = try Self.retried { Foundation.write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count) }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func retried(_ call: () -> Int) throws -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw PlaybackError(errno: errno) }
        }
    }
}

extension PlaybackError {
    /// The error for a file after a call of the system failed.
    init(errno code: Int32, url: String? = nil) {
        self.init(.fileUnreadable, url: url, underlying: String(cString: strerror(code)))
    }
}
