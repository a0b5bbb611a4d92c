import PlayheadCore

/// The error of an operation that took too long.
struct TimeLimitError: Error {}

/// Performs an operation, and abandons it at `deadline` (seconds of the clock) or when the task is cancelled, also if the operation ignores
/// its cancellation: its result is dropped then.
/// - Throws: The error of the operation; `TimeLimitError`; `CancellationError`.
func withTimeLimit<Result: Sendable>(
    _ deadline: Double, on clock: any PlaybackClock, _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let outcome = FirstOutcome<Result>()
    let work = Task {
        do { outcome.set(.success(try await operation())) } catch { outcome.set(.failure(error)) }
    }
    let timer = Task {
        guard (try? await clock.sleep(until: deadline)) != nil else { return }
        outcome.set(.failure(TimeLimitError()))
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { outcome.wait($0) }
    } onCancel: {
        outcome.set(.failure(CancellationError()))
    }
}

/// The first of several outcomes, for one waiting task.
private final class FirstOutcome<Value: Sendable>: Sendable {
    private struct State {
        var outcome: Result<Value, any Error>?
        var waiter: CheckedContinuation<Value, any Error>?
    }

    private let state = Locked(State())

    func set(_ outcome: Result<Value, any Error>) {
        state.withLock { state in
            guard state.outcome == nil else { return nil as CheckedContinuation<Value, any Error>? }
            state.outcome = outcome
            return state.waiter
        }?.resume(with: outcome)
    }

    func wait(_ waiter: CheckedContinuation<Value, any Error>) {
        state.withLock { state in
            state.waiter = waiter
            return state.outcome
        }.map { waiter.resume(with: $0) }
    }
}
