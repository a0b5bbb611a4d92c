import Synchronization

/// Something that a test waits for; it stays told.
final class Signal: Sendable {
    private struct State {
        var isTold = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func tell() {
        let waiters = state.withLock { state in
            state.isTold = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isTold = state.withLock { state in
                if !state.isTold { state.waiters.append(continuation) }
                return state.isTold
            }
            if isTold { continuation.resume() }
        }
    }
}
