import PlayheadCore

#if canImport(Glibc)
    import Glibc
#endif

/// Returns memory that a playback has freed to the system.
///
/// The threads of a playback allocate and free memory in many sizes, and glibc keeps free memory for later, so that a process that plays
/// one item after another would grow for a long time before it levels off. On other platforms nothing is done.
package enum HeapTrimming {
    /// Limits the heaps of all threads to the number of concurrent playbacks, and keeps pictures out of them; called by programs before
    /// their first thread starts.
    ///
    /// By default glibc creates up to eight heaps per processor, and the threads of each playback use new ones; the remains in old heaps
    /// add up over the first dozen items. Buffers as large as pictures have mappings of their own, but once the first is freed, glibc
    /// takes the next ones from the heaps, where they leave gaps. The limits are up to the process: an app with the player calls this
    /// function or sets `MALLOC_ARENA_MAX` and `MALLOC_MMAP_THRESHOLD_`.
    package static func limitHeaps() {
        #if canImport(Glibc)
            // Looked up like `malloc_trim` below; the parameters are M_ARENA_MAX and M_MMAP_THRESHOLD of <malloc.h>.
            guard let symbol = dlsym(nil, "mallopt") else { return }
            let set = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
            let (arenaMax, heaps): (Int32, Int32) = (-8, 4)
            let (mappingThreshold, bytes): (Int32, Int32) = (-3, 256 << 10)
            _ = set(arenaMax, heaps)
            _ = set(mappingThreshold, bytes)
        #endif
    }

    /// The time of the last call of ``runOccasionally()``, in seconds.
    private static let last = Locked(-Double.infinity)

    /// Does the same every ten seconds at most: the time of a call grows with the heap, and in a process with many playbacks one of them
    /// may end every moment.
    static func runOccasionally() {
        let (now, interval) = (SystemClock().now, 10.0)
        let isDue = last.withLock { last in
            guard now - last >= interval else { return false }
            last = now
            return true
        }
        if isDue { run() }
    }

    static func run() {
        #if canImport(Glibc)
            // `malloc_trim` is specific to glibc and not in the headers that Swift imports; musl does not have it.
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
            _ = trim(0)
        #endif
    }
}
