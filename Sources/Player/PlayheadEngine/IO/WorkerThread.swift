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
            // The name is set inside the thread, because a thread that does not run yet cannot be named.
            Self.nameCurrentThread(name)
            work()
            let waiters = state.withLock { state in
                state.isDone = true
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
        // The parsers of FFmpeg need a larger stack than the default of secondary threads on some systems.
        thread.stackSize = 2 << 20
        thread.start()
    }

    /// Names the current thread. Foundation names a thread that has just started only sometimes, because its handle may not be known yet.
    private static func nameCurrentThread(_ name: String) {
        #if os(Linux)
            let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            // The system accepts 15 bytes.
            _ = Array(name.utf8.prefix(15)).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            close(file)
        #else
            Thread.current.name = name
        #endif
    }

    /// Waits for the end of the work.
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
