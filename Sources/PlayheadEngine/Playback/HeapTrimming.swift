#if canImport(Glibc)
    import Glibc
#endif

/// Gives memory that a playback let go of back to the system.
///
/// A playback's threads take and free memory in many sizes; glibc keeps what is free between it for later, so that a process that plays one item after
/// the other would grow for a long time before it levels off. Elsewhere nothing is done.
package enum HeapTrimming {
    /// For programs, before their first thread: lets all threads together have as few heaps as there are that play at a time.
    ///
    /// By itself glibc makes eight for each processor, and every playback's threads take fresh ones; what remains in those of before adds up over the first
    /// dozen items. It is the process's own to say, so that an app which embeds the player does it itself or sets `MALLOC_ARENA_MAX`.
    package static func limitHeaps() {
        #if canImport(Glibc)
            // As `malloc_trim` below; the parameter is M_ARENA_MAX of <malloc.h>.
            guard let symbol = dlsym(nil, "mallopt") else { return }
            let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
            let (arenaMax, heaps): (Int32, Int32) = (-8, 4)
            _ = set(arenaMax, heaps)
        #endif
    }

    static func run() {
        #if canImport(Glibc)
            // `malloc_trim` is glibc's own and not in the headers that Swift imports; musl does not have it.
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
            _ = trim(0)
        #endif
    }
}
