/// Wakes one task or one loop that waits for work. Signals that were not waited for count as one.
///
/// A task is resumed through the global executor, as each element of an `AsyncStream` is, so that a busy machine needs several turns for each:
/// with hundreds of playbacks, half of all changes of threads were these. Their executors have a loop instead.
package final class WorkSignal: Sendable {
    private enum State {
        case idle
        case signalled
        case waiting(CheckedContinuation<Bool, Never>)
        case calling(@Sendable () -> Void)
        case finished
    }

    private let state = Locked(State.idle)

    /// Creates a signal that was not sent yet.
    package init() {}

    /// Requests a turn of the task or the loop; from any thread.
    package func send() {
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            switch state {
            case .idle, .signalled:
                state = .signalled
                return nil
            case .waiting(let waiter):
                state = .idle
                return { waiter.resume(returning: false) }
            case .calling(let wake): return wake
            case .finished: return nil
            }
        }
        wake?()
    }

    /// Calls `wake` for each signal, also for one that was sent before, instead of waking a task.
    package func call(_ wake: @escaping @Sendable () -> Void) {
        let isSignalled = state.withLock { state in
            defer { if case .finished = state {} else { state = .calling(wake) } }
            return if case .signalled = state { true } else { false }
        }
        if isSignalled { wake() }
    }

    /// Ends all waits, also later ones; from any thread.
    package func finish() {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            defer { state = .finished }
            if case .waiting(let waiter) = state { return waiter }
            return nil
        }
        waiter?.resume(returning: false)
    }

    /// Waits for a signal; other tasks of the executor have a turn also when the signal is already there. Only one task may wait.
    /// - Returns: False after ``finish()``, which also ends the wait of a cancelled task.
    package func wait(isolation: isolated (any Actor)? = #isolation) async -> Bool {
        let wasReady = await withCheckedContinuation(isolation: isolation) { continuation in
            let isReady = state.withLock { state in
                switch state {
                case .idle, .waiting, .calling:
                    state = .waiting(continuation)
                    return false
                case .signalled:
                    state = .idle
                    return true
                case .finished: return true
                }
            }
            if isReady { continuation.resume(returning: true) }
        }
        if wasReady { await Task.yield() }
        return state.withLock { if case .finished = $0 { false } else { true } }
    }
}
