import PlayheadCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The work of a ``ThreadExecutor``: its jobs, and the loop with its alarm.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`.
final class ThreadWork: @unchecked Sendable {
    /// A job, which keeps its executor until it was run.
    private typealias Job = (job: UnownedJob, executor: ThreadExecutor)

    private let condition = TimedCondition()
    private var jobs: [Job] = []
    private var turn: (@Sendable () -> Void)?
    /// The time of the next turn, in seconds of the system's clock.
    private var deadline = Double.infinity
    private var isWoken = false
    private var isStopped = false
    private var thread: pthread_t?

    func append(_ job: UnownedJob, of executor: ThreadExecutor) {
        condition.withLock {
            jobs.append((job, executor))
            condition.signal()
        }
    }

    func setLoop(_ turn: @escaping @Sendable () -> Void) { condition.withLock { self.turn = turn } }

    func wake() {
        condition.withLock {
            isWoken = true
            condition.signal()
        }
    }

    func setAlarm(at deadline: Double) {
        condition.withLock {
            self.deadline = deadline
            condition.signal()
        }
    }

    func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
    }

    var isAsleep: Bool { condition.withLock { !isWoken } }

    var isOnThread: Bool { condition.withLock { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

    /// Works until the executor is deallocated.
    func run() {
        condition.withLock { thread = pthread_self() }
        var batch: [Job] = []
        while waitForWork() {
            condition.withLock { swap(&batch, &jobs) }
            for entry in batch { entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor()) }
            batch.removeAll(keepingCapacity: true)
            takeTurn()?()
        }
    }

    /// Waits until there is work.
    /// - Returns: Whether there is; if not, the executor was deallocated.
    private func waitForWork() -> Bool {
        condition.withLock {
            while jobs.isEmpty, !isTurnDue {
                if isStopped { return false }
                condition.wait(until: turn == nil ? .infinity : deadline)
            }
            return true
        }
    }

    /// Returns the turn of the loop if it is due.
    private func takeTurn() -> (@Sendable () -> Void)? {
        condition.withLock {
            guard isTurnDue else { return nil }
            isWoken = false
            deadline = .infinity
            return turn
        }
    }

    /// Called with the lock held.
    private var isTurnDue: Bool { turn != nil && (isWoken || SystemClock().now >= deadline) }
}
