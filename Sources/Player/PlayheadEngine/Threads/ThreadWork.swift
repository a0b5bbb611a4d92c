import PlayheadCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The work of one thread: the jobs and loops of its executors, each a ``Lane``.
///
/// `@unchecked Sendable`: every access to the mutable state, including that of the lanes, is under `condition`.
final class ThreadWork: @unchecked Sendable {
    /// A job, which keeps its executor until it was run.
    fileprivate typealias Job = (job: UnownedJob, executor: ThreadExecutor)

    /// The work of one executor: its jobs, and the loop with its alarm.
    ///
    /// `@unchecked Sendable`: every access to the mutable state is under the condition of the thread.
    final class Lane: @unchecked Sendable {
        fileprivate var jobs: [Job] = []
        fileprivate var turn: (@Sendable () -> Void)?
        /// The time of the next turn, in seconds of the system's clock.
        fileprivate var deadline = Double.infinity
        fileprivate var isWoken = false
        /// Whether the lane waits among those with work.
        fileprivate var isQueued = false
        /// Whether the lane waits among those whose time has come.
        fileprivate var isDue = false
    }

    private let condition = TimedCondition()
    /// The lanes with work, in the order in which it arrived.
    private var queue = FIFO<Lane>()
    /// The lanes whose time has come. They precede the others: hundreds of playbacks of one live stream have work at the same moment, and
    /// the clocks of all would be late.
    private var due = FIFO<Lane>()
    /// The number of lanes that were due and ran since one of the others has run.
    private var precedences = 0
    /// The number of due lanes that precede another one, so that those always continue as well.
    private static let maximumPrecedences = 8
    /// The alarms, including those that were replaced by others.
    private var alarms = AlarmHeap<Lane>()
    private var current: Lane?
    private var isWaiting = false
    private var isStopped = false
    private var thread: pthread_t?
    private let isShared: Bool
    private var measured = ClockLateness()
    /// The interval at whose multiples the alarms of a shared thread ring, in seconds: each of hundreds of playbacks would wake it alone, and
    /// then the threads that it reports to.
    private static let interval = 0.005

    /// Creates the work of a thread. If many playbacks share it, their alarms ring together, and the turns at set times are counted.
    init(isShared: Bool = false) { self.isShared = isShared }

    /// The lateness of the turns at set times.
    var lateness: ClockLateness { condition.withLock { measured } }

    // MARK: For the executors

    func append(_ job: UnownedJob, to lane: Lane, of executor: ThreadExecutor) {
        condition.withLock {
            lane.jobs.append((job, executor))
            enqueue(lane)
        }
    }

    func setLoop(_ turn: @escaping @Sendable () -> Void, of lane: Lane) {
        condition.withLock {
            lane.turn = turn
            if lane.isWoken { enqueue(lane) }
        }
    }

    func wake(_ lane: Lane) {
        condition.withLock {
            lane.isWoken = true
            if lane.turn != nil { enqueue(lane) }
        }
    }

    func setAlarm(of lane: Lane, at deadline: Double) {
        condition.withLock {
            guard deadline != lane.deadline else { return }
            lane.deadline = deadline
            guard deadline < .infinity else { return }
            let ring = nextRing
            alarms.insert(lane, at: deadline)
            trimAlarms()
            if isWaiting, nextRing < ring { condition.signal() }
        }
    }

    /// Removes the loop of an executor that is deallocated, whose jobs were all run.
    func remove(_ lane: Lane) {
        condition.withLock {
            lane.turn = nil
            lane.deadline = .infinity
        }
    }

    /// Ends the thread after the pending jobs.
    func stop() {
        condition.withLock {
            isStopped = true
            condition.signal()
        }
    }

    func isAsleep(_ lane: Lane) -> Bool { condition.withLock { !lane.isWoken } }

    /// Whether the calling thread runs this work, and a job or the loop of `lane` now.
    func isRunning(_ lane: Lane) -> Bool {
        condition.withLock { current === lane && thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    // MARK: The thread

    /// Works until ``stop()``.
    func run() {
        condition.withLock { thread = pthread_self() }
        var batch: [Job] = []
        while let lane = waitForLane() {
            condition.withLock { swap(&batch, &lane.jobs) }
            for entry in batch { entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor()) }
            batch.removeAll(keepingCapacity: true)
            takeTurn(of: lane)?()
        }
    }

    /// Waits until a lane has work, and returns it; `nil` after ``stop()``.
    private func waitForLane() -> Lane? {
        condition.withLock {
            current = nil
            while true {
                ringAlarms()
                if let lane = dequeue() {
                    current = lane
                    return lane
                }
                if isStopped { return nil }
                isWaiting = true
                condition.wait(until: nextRing)
                isWaiting = false
            }
        }
    }

    /// Returns the turn of the loop if it is due.
    private func takeTurn(of lane: Lane) -> (@Sendable () -> Void)? {
        condition.withLock {
            guard let turn = lane.turn else { return nil }
            let late = SystemClock().now - lane.deadline
            guard lane.isWoken || late >= 0 else { return nil }
            if isShared, late >= 0 { measured.record(late) }
            lane.isWoken = false
            lane.deadline = .infinity
            return turn
        }
    }

    // MARK: With the lock held

    private func enqueue(_ lane: Lane) {
        guard !lane.isQueued else { return }
        lane.isQueued = true
        queue.append(lane)
        if isWaiting { condition.signal() }
    }

    private func dequeue() -> Lane? {
        if precedences < Self.maximumPrecedences || queue.isEmpty, let lane = due.removeFirst() {
            precedences += 1
            lane.isDue = false
            return lane
        }
        precedences = 0
        guard let lane = queue.removeFirst() else { return nil }
        lane.isQueued = false
        return lane
    }

    /// The time at which the thread wakes for the earliest alarm.
    private var nextRing: Double {
        guard let first = alarms.first?.time else { return .infinity }
        return isShared ? (first / Self.interval).rounded(.up) * Self.interval : first
    }

    /// Enqueues the lanes whose time has come.
    private func ringAlarms() {
        guard let first = alarms.first else { return }
        let now = SystemClock().now
        guard first.time <= now else { return }
        while let (time, lane) = alarms.first, time <= now {
            _ = alarms.removeFirst()
            guard lane.deadline == time, !lane.isDue else { continue }
            lane.isDue = true
            due.append(lane)
        }
    }

    /// Removes the alarms that were replaced, once they are many.
    private func trimAlarms() {
        let many = 1024
        guard alarms.count >= many, alarms.count >= 2 * trimmedCount else { return }
        alarms.keep { $0.deadline == $1 }
        trimmedCount = max(many / 2, alarms.count)
    }

    /// The number of alarms after they were trimmed last.
    private var trimmedCount = 0
}
