import PlayheadCore

/// Timers on the session's clock.
final class AdTimers {
    private struct Timer {
        var deadline: Double
        var action: () -> Void
        var task: Task<Void, Never>
    }

    private let clock: any PlaybackClock
    private let isolation: SessionIsolation
    private var timers: [Int: Timer] = [:]
    private var last = 0

    init(clock: any PlaybackClock, isolation: SessionIsolation) {
        self.clock = clock
        self.isolation = isolation
    }

    var now: Double { clock.now }

    /// The earliest deadline; `nil` without timers. A deadline in the past is about to be handled.
    var nextDeadline: Double? { timers.values.map(\.deadline).min() }

    /// Performs an action after a number of seconds.
    /// - Returns: The identifier of the timer.
    @discardableResult
    func start(in seconds: Double, _ action: @escaping () -> Void) -> Int {
        last += 1
        let (id, clock) = (last, clock)
        let deadline = clock.now + seconds
        let timers = WeakPart(self)
        let task = isolation.begin { isolation in
            do { try await clock.sleep(until: deadline) } catch { return }
            timers.part(on: isolation)?.fire(id)
        }
        self.timers[id] = Timer(deadline: deadline, action: action, task: task)
        return id
    }

    private func fire(_ id: Int) { timers.removeValue(forKey: id)?.action() }

    func cancel(_ id: Int?) {
        guard let id else { return }
        timers.removeValue(forKey: id)?.task.cancel()
    }

    func cancelAll() {
        for timer in timers.values { timer.task.cancel() }
        timers = [:]
    }
}
