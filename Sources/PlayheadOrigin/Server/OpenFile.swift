#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A regular file that is open for reading; closed with the last reference.
final class OpenFile: Sendable {
    private let descriptor: CInt
    /// In bytes, when it was opened.
    let length: Int
    /// Seconds since 1970.
    let modified: Int
    /// A strong validator (RFC 9110 §8.8.3): changes with the file's length or time.
    let entityTag: String

    /// Opens a file; nil if there is none, it may not be read, or it is no regular file.
    init?(path: String) {
        // Without blocking, so that a named pipe can't hold up the whole origin.
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

    /// Reads at an offset, as much as there is.
    ///
    /// - Returns: How many bytes were read; 0 at the end of the file or if it can't be read.
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

/// The path with all symbolic links followed; nil if it does not exist.
func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}
