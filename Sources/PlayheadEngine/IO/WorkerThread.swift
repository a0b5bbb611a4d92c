import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A thread for blocking work, whose end can be awaited.
final class WorkerThread: Sendable {
    private struct State {
        var isDone = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// Starts `work` on a new thread.
    init(name: String, _ work: @escaping @Sendable () -> Void) {
        let state = state
        let thread = Thread {
            // From inside, since a thread that does not run yet can't be named for the system.
            Self.nameCurrentThread(name)
            work()
            let waiters = state.withLock { state in
                state.isDone = true
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
        // FFmpeg's parsers want more than the default of secondary threads on some systems.
        thread.stackSize = 2 << 20
        thread.start()
    }

    /// Foundation names a thread that just began only sometimes: it may not know its handle yet.
    private static func nameCurrentThread(_ name: String) {
        #if os(Linux)
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            // The system takes 15 bytes.
            _ = Array(name.utf8.prefix(15)).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            close(file)
        #else
            Thread.current.name = name
        #endif
    }

    /// Waits for the work's end.
    func join() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if !state.isDone { state.waiters.append(continuation) }
                return state.isDone
            }
            if isDone { continuation.resume() }
        }
    }
}
