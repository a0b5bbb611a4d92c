import PlayheadCore

/// The thread of an engine: runs the jobs of the actor in order, and the loop of the actor whenever it is woken or its time has come.
///
/// The thread waits for the time itself, and the loop is a function and no task. Timers and continuations pass their work through one or
/// two other threads, and on a busy machine each of them waits for a processor: together longer than a picture lasts.
final class ThreadExecutor: SerialExecutor {
    private let work = ThreadWork()

    /// Starts the thread, which ends with the executor.
    init(name: String) {
        let work = work
        _ = WorkerThread(name: name) { work.run() }
    }

    deinit { work.stop() }

    func enqueue(_ job: consuming ExecutorJob) { work.append(UnownedJob(job), of: self) }

    func checkIsolated() { precondition(work.isOnThread, "Called on another thread than the executor's.") }

    /// Sets the loop: `turn` performs what is due. Jobs run between two calls.
    func setLoop(_ turn: @escaping @Sendable () -> Void) { work.setLoop(turn) }

    /// Requests a turn of the loop. Requests before the next turn count as one. Can be called from any thread.
    func wake() { work.wake() }

    /// Sets the time of the next turn, in seconds of the system's clock; infinity for a turn that only ``wake()`` requests.
    func setAlarm(at deadline: Double) { work.setAlarm(at: deadline) }

    /// Whether no turn was requested since the last one began.
    var isAsleep: Bool { work.isAsleep }
}
