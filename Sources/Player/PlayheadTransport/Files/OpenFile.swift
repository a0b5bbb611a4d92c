#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A regular file, open for reading. It is closed when the last reference is released, so never during a read.
final class OpenFile: Sendable {
    /// An error of the system.
    struct Failure: Error {
        var message: String

        init(_ message: String) { self.message = message }

        init(errno code: Int32) { message = String(cString: strerror(code)) }
    }

    /// The length in bytes when the file was opened.
    let size: Int64
    private let descriptor: Int32

    /// Opens a file; the call blocks.
    /// - Parameter path: The bytes of the path, none of which is zero.
    /// - Throws: ``Failure``.
    init(path: [UInt8]) throws {
        guard !path.isEmpty else { throw Failure("The path is malformed.") }
        // Without O_NONBLOCK, opening a pipe waits for a writer.
        let descriptor = open(path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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

    /// Reads up to `count` bytes, and fewer only at the end of the file; the call blocks.
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
