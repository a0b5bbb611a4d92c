#if canImport(Glibc)
    import Glibc
#endif

/// Gives memory that a playback let go of back to the system.
///
/// A playback's threads take and free memory in many sizes; glibc keeps what is free between it for later, so that a process that plays one item after
/// the other would grow for a long time before it levels off. Elsewhere nothing is done.
enum HeapTrimming {
    static func run() {
        #if canImport(Glibc)
            // `malloc_trim` is glibc's own and not in the headers that Swift imports; musl does not have it.
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
            _ = trim(0)
        #endif
    }
}
