import PlayheadCore
import Synchronization

/// A clock that moves only when a test moves it.
///
/// Sleepers are woken in the order of their deadlines, equal ones in the order in which they came. A test that wants to be sure that the code
/// under test has gone to sleep before it moves the time awaits ``waitForSleepers(_:)``, which polls nothing. All members may be used from any
/// thread.
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
        /// Sorted by deadline, then by arrival.
        var sleepers: [Sleeper] = []
        var waiters: [Waiter] = []

        mutating func makeID() -> UInt64 {
            lastID += 1
            return lastID
        }
    }

    private let state: Mutex<State>

    /// Makes a clock.
    ///
    /// - Parameter now: The time that it shows at first, in seconds.
    public init(now: Double = 0) {
        state = Mutex(State(now: now))
    }

    /// The time that the clock shows, in seconds.
    public var now: Double { state.withLock { $0.now } }

    /// How many tasks sleep on the clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The time at which the next sleeper wakes, in seconds; nil if nothing sleeps.
    public var nextDeadline: Double? { state.withLock { $0.sleepers.first?.deadline } }

    /// Sleeps until the clock has been moved to `deadline` or past it.
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

    /// Moves the time on and wakes whoever's deadline it reaches.
    ///
    /// - Parameter seconds: How far; nothing or less moves nothing.
    public func advance(by seconds: Double) {
        advance(to: now + seconds)
    }

    /// Moves the time to `time` and wakes whoever's deadline it reaches.
    ///
    /// - Parameter time: The new time, in seconds. A time that has passed moves nothing: the clock is monotonic.
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

    /// Moves the time to the next sleeper's deadline.
    ///
    /// - Returns: Whether there was one.
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

    // The cancellation handler may run before the continuation is registered; it finds nothing then, but the task is marked by that time,
    // so that looking at the mark under the same lock misses no cancellation.

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
