import PlayheadCore
import Synchronization

/// A clock that advances only when a test advances it.
///
/// Sleepers are resumed in the order of their deadlines, and for equal deadlines in the order of arrival. A test that must ensure that the
/// code under test is asleep before it advances the time awaits ``waitForSleepers(_:)``, which does not poll. All members can be used from
/// any thread.
public final class ManualClock: PlaybackClock {
    private struct Sleeper {
        let id: UInt64
        let deadline: Double
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Waiter {
        let id: UInt64
        let count: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Double
        var lastID: UInt64 = 0
        /// The sleepers, sorted by deadline, then by arrival.
        var sleepers: [Sleeper] = []
        var waiters: [Waiter] = []

        mutating func makeID() -> UInt64 {
            lastID += 1
            return lastID
        }
    }

    private let state: Mutex<State>

    /// Creates a clock.
    ///
    /// - Parameter now: The initial time in seconds.
    public init(now: Double = 0) {
        state = Mutex(State(now: now))
    }

    /// The current time of the clock, in seconds.
    public var now: Double { state.withLock { $0.now } }

    /// The number of tasks that sleep on the clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The deadline of the next sleeper, in seconds; nil if there is none.
    public var nextDeadline: Double? { state.withLock { $0.sleepers.first?.deadline } }

    /// Sleeps until the clock has reached `deadline`.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: Double) async throws {
        let id = state.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                register(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancelSleeper(id)
        }
    }

    /// Advances the time and resumes all sleepers whose deadlines have been reached.
    ///
    /// - Parameter seconds: The seconds to advance; 0 or a negative value has no effect.
    public func advance(by seconds: Double) {
        advance(to: now + seconds)
    }

    /// Advances the time to `time` and resumes all sleepers whose deadlines have been reached.
    ///
    /// - Parameter time: The new time in seconds. A time in the past has no effect, because the clock is monotonic.
    public func advance(to time: Double) {
        let woken = state.withLock { state in
            guard time > state.now else { return [Sleeper]() }
            state.now = time
            let count = state.sleepers.firstIndex { $0.deadline > time } ?? state.sleepers.count
            let woken = Array(state.sleepers.prefix(count))
            state.sleepers.removeFirst(count)
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// Advances the time to the deadline of the next sleeper.
    ///
    /// - Returns: Whether there was a sleeper.
    @discardableResult
    public func advanceToNextDeadline() -> Bool {
        guard let deadline = nextDeadline else { return false }
        advance(to: deadline)
        return true
    }

    /// Waits until at least `count` tasks sleep on the clock.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func waitForSleepers(_ count: Int) async throws {
        let id = state.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                register(Waiter(id: id, count: count, continuation: continuation))
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    // The cancellation handler may run before the continuation is registered and then finds no sleeper, but the task is marked as cancelled
    // by that time, so checking the mark under the same lock misses no cancellation.

    private func register(_ sleeper: Sleeper) {
        enum Outcome { case asleep([Waiter]), awake, cancelled }
        let outcome: Outcome = state.withLock { state in
            if Task.isCancelled { return .cancelled }
            guard sleeper.deadline > state.now else { return .awake }
            let index = state.sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? state.sleepers.count
            state.sleepers.insert(sleeper, at: index)
            let count = state.sleepers.count
            let satisfied = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return .asleep(satisfied)
        }
        switch outcome {
        case .asleep(let waiters): for waiter in waiters { waiter.continuation.resume() }
        case .awake: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    private func register(_ waiter: Waiter) {
        enum Outcome { case waiting, satisfied, cancelled }
        let outcome: Outcome = state.withLock { state in
            if Task.isCancelled { return .cancelled }
            if state.sleepers.count >= waiter.count { return .satisfied }
            state.waiters.append(waiter)
            return .waiting
        }
        switch outcome {
        case .waiting: break
        case .satisfied: waiter.continuation.resume()
        case .cancelled: waiter.continuation.resume(throwing: CancellationError())
        }
    }

    private func cancelSleeper(_ id: UInt64) {
        let sleeper = state.withLock { state in
            state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
