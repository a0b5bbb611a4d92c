import Foundation

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
            // From inside, since on Linux a thread that does not run yet can't be named for the system.
            Thread.current.name = name
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
