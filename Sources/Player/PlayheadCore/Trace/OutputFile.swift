import Foundation

/// Writes a file as a shell's `>` does: an existing regular file is truncated; a pipe, a device or the target of a symbolic link is written in
/// place. No file is removed or renamed, so only the contents of a regular file are replaced.
package final class OutputFile {
    /// The reason why a file could not be opened or written.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        /// The error number (`errno`).
        package let number: Int32
        /// The system's description of the error.
        package var description: String { String(cString: strerror(number)) }
    }

    private let descriptor: Int32

    /// Opens a file.
    /// - Throws: ``Failure``, also for a pipe without a reader.
    package init(path: String) throws(Failure) {
        let mode: mode_t = 0o666
        // Without O_NONBLOCK, opening a pipe would wait for its reader.
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, mode)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(number: errno) }
        if status.st_mode & S_IFMT == S_IFREG, ftruncate(descriptor, 0) != 0 { throw Failure(number: errno) }
    }

    deinit { close(descriptor) }

    /// Writes all of `bytes`.
    /// - Throws: ``Failure``: the disk is full, the reader is gone, or the reader does not read for 5 seconds.
    package func write(_ bytes: some Collection<UInt8>) throws(Failure) {
        let timeout: Int32 = 5000
        try Self.write(bytes, to: descriptor, timeout: timeout)
    }

    /// Writes all of `bytes` to a descriptor. Waits up to `timeout` milliseconds for a reader, indefinitely if `timeout` is
    /// negative.
    /// - Throws: ``Failure`` if the timeout expires or the system can't write.
    package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32, timeout: Int32 = -1) throws(Failure) {
        let bytes = ContiguousArray(bytes)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written) }
            if count > 0 {
                written += count
            } else if count < 0, errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                if poll(&entry, 1, timeout) == 0 { throw Failure(number: ETIMEDOUT) }
            } else if count == 0 || errno != EINTR {
                throw Failure(number: count == 0 ? EIO : errno)
            }
        }
    }
}
