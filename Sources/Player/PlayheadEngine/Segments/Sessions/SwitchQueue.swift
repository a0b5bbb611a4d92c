/// Runs switches one after another; a new one cancels the pending ones.
final class SwitchQueue: Sendable {
    private struct State {
        var last: Task<Void, Never>?
        var isClosed = false
    }

    private let onError: @Sendable (any Error) -> Void
    private let state = Locked(State())

    /// - Parameter onError: Called with the error of a switch that was not cancelled.
    init(onError: @escaping @Sendable (any Error) -> Void) { self.onError = onError }

    /// Runs `change` after the previous switches.
    func run(_ change: @escaping @Sendable () async throws -> Void) {
        let superseded = state.withLock { state -> Task<Void, Never>? in
            guard !state.isClosed else { return nil }
            let previous = state.last
            state.last = Task { [onError] in
                await previous?.value
                do {
                    try await change()
                } catch {
                    // The switch was superseded, or the queue was closed.
                    if Task.isCancelled || error is CancellationError { return }
                    onError(error)
                }
            }
            return previous
        }
        superseded?.cancel()
    }

    /// Cancels all switches and refuses new ones.
    func cancel() {
        state.withLock { state in
            state.isClosed = true
            return state.last
        }?.cancel()
    }

    /// Waits for the end of all switches.
    func join() async { await state.withLock { $0.last }?.value }
}
