/// Wakes one task that waits for work. Signals that were not waited for count as one.
///
/// The waiting task continues on its own executor. An `AsyncStream` passes each element through the global executor, so that a busy machine
/// needs several turns for each: with hundreds of playbacks more work arrived than was handled.
package final class WorkSignal: Sendable {
    private enum State {
        case idle
        case signalled
        case waiting(CheckedContinuation<Bool, Never>)
        case finished
    }

    private let state = Locked(State.idle)

    /// Creates a signal that was not sent yet.
    package init() {}

    /// Requests a turn of the task; from any thread.
    package func send() {
        let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            switch state {
            case .idle, .signalled:
                state = .signalled
                return nil
            case .waiting(let waiter):
                state = .idle
                return waiter
            case .finished: return nil
            }
        }
        waiter?.resume(returning: false)
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
                case .idle, .waiting:
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
