import PlayheadCore

/// The machine's watchdogs on the session's clock.
///
/// One that is started again before it ran out, as ten times a second while playing, keeps its task and only moves its deadline: a sleep that
/// is cancelled stays in the system's timer queue until its time.
final class WatchdogTimers {
    private struct Watchdog {
        var deadline: Double
        /// When the task looks next; not after the deadline.
        var wake: Double
        var task: Task<Void, Never>
    }

    /// Called when a watchdog runs out.
    var fire: (MachineTimer) -> Void = { _ in }
    private let clock: any PlaybackClock
    private let isolation: SessionIsolation
    /// Seconds after its time at which a look at a watchdog is late.
    private let lateness: Double
    private var watchdogs: [MachineTimer: Watchdog] = [:]

    /// - Parameter lateness: Seconds after its time at which a look at a watchdog is late: the executor of the session was blocked, or the machine suspended. A clock that is not the system's is never late.
    init(clock: any PlaybackClock, isolation: SessionIsolation, lateness: Double? = nil) {
        self.clock = clock
        self.isolation = isolation
        self.lateness = lateness ?? (clock is SystemClock ? 0.5 : .infinity)
    }

    /// Starts a watchdog of so many seconds, or starts it anew.
    func start(_ timer: MachineTimer, seconds: Double) {
        // Counted from now, whenever the task comes to run.
        let deadline = clock.now + seconds
        if let running = watchdogs[timer], running.wake <= deadline {
            watchdogs[timer]?.deadline = deadline
            return
        }
        cancel(timer)
        let clock = clock
        let timers = WeakPart(self)
        let task = isolation.begin { isolation in
            var wake = deadline
            while true {
                do { try await clock.sleep(until: wake) } catch { return }
                guard !Task.isCancelled, let next = timers.part(on: isolation)?.look(at: timer) else { return }
                wake = next
            }
        }
        watchdogs[timer] = Watchdog(deadline: deadline, wake: deadline, task: task)
    }

    /// Ends a watchdog.
    func cancel(_ timer: MachineTimer) { watchdogs.removeValue(forKey: timer)?.task.cancel() }

    /// Ends all.
    func cancelAll() {
        for watchdog in watchdogs.values { watchdog.task.cancel() }
        watchdogs = [:]
    }

    /// - Returns: When to look again, or `nil` when it has run out.
    private func look(at timer: MachineTimer) -> Double? {
        guard let watchdog = watchdogs[timer] else { return nil }
        guard clock.now >= watchdog.deadline else {
            watchdogs[timer]?.wake = watchdog.deadline
            return watchdog.deadline
        }
        // What the engine has reported meanwhile is heard first, and may start the watchdog anew.
        guard clock.now - watchdog.wake <= lateness else {
            let again = clock.now + lateness
            watchdogs[timer]?.wake = again
            return again
        }
        watchdogs[timer] = nil
        fire(timer)
        return nil
    }
}
