import PlayheadCore

/// Runs the jobs of one actor in order on a thread, and the loop of the actor whenever it is woken or its time has come.
///
/// The thread waits for the time itself, and the loop is a function and no task. Timers and continuations pass their work through one or
/// two other threads, and on a busy machine each of them waits for a processor: together longer than a picture lasts.
///
/// The engine of a player has a thread of its own, because FFmpeg may work for as long as a picture lasts. Playbacks that decode nothing,
/// and their sessions, share the few threads of ``SharedThreads``.
package final class ThreadExecutor: SerialExecutor {
    private let thread: ThreadWork
    private let lane: ThreadWork.Lane
    private let ownsThread: Bool

    /// Starts a thread for this executor, which ends with the executor.
    init(name: String) {
        let work = ThreadWork()
        thread = work
        lane = ThreadWork.Lane()
        ownsThread = true
        _ = WorkerThread(name: name) { work.run() }
    }

    /// Uses a thread beside other executors.
    init(on thread: ThreadWork) {
        self.thread = thread
        lane = ThreadWork.Lane()
        ownsThread = false
    }

    /// Creates an executor on one of the threads that the playbacks of the process share.
    package static func shared() -> ThreadExecutor { ThreadExecutor(on: SharedThreads.next()) }

    deinit { ownsThread ? thread.stop() : thread.remove(lane) }

    package func enqueue(_ job: consuming ExecutorJob) { thread.append(UnownedJob(job), to: lane, of: self) }

    package func checkIsolated() { precondition(thread.isRunning(lane), "Called on another thread than the executor's.") }

    /// Sets the loop: `turn` performs what is due. Jobs run between two calls.
    package func setLoop(_ turn: @escaping @Sendable () -> Void) { thread.setLoop(turn, of: lane) }

    /// Requests a turn of the loop. Requests before the next turn count as one. Can be called from any thread.
    package func wake() { thread.wake(lane) }

    /// Sets the time of the next turn, in seconds of the system's clock; infinity for a turn that only ``wake()`` requests.
    func setAlarm(at deadline: Double) { thread.setAlarm(of: lane, at: deadline) }

    /// Whether no turn was requested since the last one began.
    var isAsleep: Bool { thread.isAsleep(lane) }
}
