#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Returns the system's identifier of the calling thread, by which tests check that a thread has ended; nil where procfs is unavailable.
func currentThreadID() -> Int? {
    // A link to "<process>/task/<thread>"; the C library's function for it is not available in Swift.
    var buffer = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/thread-self", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: "/").last.flatMap {
        Int($0)
    }
}
