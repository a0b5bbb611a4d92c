import Synchronization

/// A condition that a test waits for; once set, it stays set.
final class Signal: Sendable {
    private struct State {
        var isSet = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func set() {
        let waiters = state.withLock { state in
            state.isSet = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isSet = state.withLock { state in
                if !state.isSet { state.waiters.append(continuation) }
                return state.isSet
            }
            if isSet { continuation.resume() }
        }
    }
}
