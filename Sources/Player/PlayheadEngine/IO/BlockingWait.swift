import Foundation

/// Waits on a thread for asynchronous work, until it is interrupted.
final class BlockingWait: Sendable {
    private struct State {
        var isInterrupted = false
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    /// Runs work, which must end soon after it was cancelled. Blocks.
    /// - Throws: The error of the work; `CancellationError` after ``interrupt()``, until ``resume()``.
    func run<R: Sendable>(_ work: @escaping @Sendable () async throws -> R) throws -> R {
        let ended = DispatchSemaphore(value: 0)
        let result = Locked<Result<R, any Error>?>(nil)
        let task = Task {
            let found: Result<R, any Error>
            do { found = .success(try await work()) } catch { found = .failure(error) }
            result.withLock { $0 = found }
            ended.signal()
        }
        let isInterrupted = state.withLock { state in
            state.cancel = { task.cancel() }
            return state.isInterrupted
        }
        if isInterrupted { task.cancel() }
        ended.wait()
        state.withLock { $0.cancel = nil }
        guard let result = result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }

    /// Cancels the work, and all that follows.
    func interrupt() { beginInterruption()?() }

    /// Makes all work from now on throw.
    /// - Returns: Cancels the current work; called without locks, because a loader's handler of cancellation may be the app's code.
    func beginInterruption() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.isInterrupted = true
            return state.cancel
        }
    }

    /// Ends an interruption.
    func resume() { state.withLock { $0.isInterrupted = false } }
}
