#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A regular file that is open for reading; closed when the last reference is released.
final class OpenFile: Sendable {
    private let descriptor: CInt
    /// The length in bytes when the file was opened.
    let length: Int
    /// The modification time, in seconds since 1970.
    let modified: Int
    /// A strong validator (RFC 9110 §8.8.3), which changes with the length or the modification time of the file.
    let entityTag: String

    /// Opens a file; nil if it does not exist, is not readable, or is not a regular file.
    init?(path: String) {
        // Non-blocking, so that a named pipe can't block the origin.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        self.descriptor = descriptor
        length = Int(status.st_size)
        modified = Int(time.tv_sec)
        let nanoseconds = Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec)
        entityTag = "\"\(String(status.st_size, radix: 16))-\(String(nanoseconds, radix: 16))\""
    }

    deinit {
        close(descriptor)
    }

    /// Reads up to the size of the buffer at an offset.
    ///
    /// - Returns: The number of bytes read; 0 at the end of the file or if the file is unreadable.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        var count = 0
        while count < buffer.count {
            let result = pread(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(offset + count))
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { break }
            count += result
        }
        return count
    }
}

/// Returns the path with all symbolic links resolved; nil if it does not exist.
func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}
