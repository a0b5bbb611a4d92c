import PlayheadCore

/// The machine's watchdogs on the session's clock.
///
/// A watchdog that is restarted before its deadline, as ten times a second during playback, keeps its task and only moves the deadline,
/// because a cancelled sleep stays in the system's timer queue until its time.
final class WatchdogTimers {
    private struct Watchdog {
        var deadline: Double
        /// The time of the next check; not after the deadline.
        var wake: Double
        var task: Task<Void, Never>
    }

    /// Called when a watchdog expires.
    var fire: (MachineTimer) -> Void = { _ in }
    private let clock: any PlaybackClock
    private let isolation: SessionIsolation
    /// The delay in seconds from which a check is late.
    private let lateness: Double
    private var watchdogs: [MachineTimer: Watchdog] = [:]

    /// Creates the timers. `lateness` is the delay in seconds from which a check is late, because the executor was blocked or the machine
    /// suspended; by default 0.5, and infinite for other clocks than the system's.
    init(clock: any PlaybackClock, isolation: SessionIsolation, lateness: Double? = nil) {
        self.clock = clock
        self.isolation = isolation
        self.lateness = lateness ?? (clock is SystemClock ? 0.5 : .infinity)
    }

    /// Starts or restarts a watchdog that expires after `seconds`.
    func start(_ timer: MachineTimer, seconds: Double) {
        // The deadline does not depend on when the task starts.
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

    /// Ends all watchdogs.
    func cancelAll() {
        for watchdog in watchdogs.values { watchdog.task.cancel() }
        watchdogs = [:]
    }

    /// - Returns: The time of the next check, or `nil` if the watchdog has expired.
    private func look(at timer: MachineTimer) -> Double? {
        guard let watchdog = watchdogs[timer] else { return nil }
        guard clock.now >= watchdog.deadline else {
            watchdogs[timer]?.wake = watchdog.deadline
            return watchdog.deadline
        }
        // Pending reports of the engine are handled first, and may restart the watchdog.
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
