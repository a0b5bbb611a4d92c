#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A regular file, open for reading; closed when nobody holds it any more, so never under a read.
final class OpenFile: Sendable {
    /// Why a file can't be used, in the system's words.
    struct Failure: Error {
        var message: String

        init(_ message: String) { self.message = message }

        init(errno code: Int32) { message = String(cString: strerror(code)) }
    }

    /// The length in bytes when it was opened.
    let size: Int64
    private let descriptor: Int32

    /// Opens a file; blocks.
    init(path: String) throws {
        // A path with a zero byte would name another file to the system.
        guard !path.utf8.contains(0) else { throw Failure("The path is malformed.") }
        // Without O_NONBLOCK, opening a pipe waits for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Failure(errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Failure("This is not a regular file.")
        }
        self.descriptor = descriptor
        size = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads up to `count` bytes; blocks. Fewer come at the file's end only.
    func read(at offset: Int64, count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let result = pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset) + off_t(filled))
                if result < 0 {
                    if errno == EINTR { continue }
                    throw Failure(errno: errno)
                }
                if result == 0 { break }
                filled += result
            }
        }
    }
}
