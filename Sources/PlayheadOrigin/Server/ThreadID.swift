#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system's number of the calling thread, by which tests see whether a thread has ended; nil where procfs does not tell it.
func currentThreadID() -> Int? {
    // A link to "<process>/task/<thread>"; the C library's own function for this is not visible to Swift.
    var buffer = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/thread-self", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "/").last.flatMap {
        Int($0)
    }
}
