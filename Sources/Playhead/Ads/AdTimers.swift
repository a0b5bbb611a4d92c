import PlayheadCore

/// What is to happen at its time, on the player's clock.
@MainActor
final class AdTimers {
    private struct Timer {
        var deadline: Double
        var action: @MainActor () -> Void
        var task: Task<Void, Never>
    }

    private let clock: any PlaybackClock
    private var timers: [Int: Timer] = [:]
    private var last = 0

    init(clock: any PlaybackClock) { self.clock = clock }

    var now: Double { clock.now }

    /// When the next thing is to happen; `nil` where nothing is. Once it is past, it is about to.
    var nextDeadline: Double? { timers.values.map(\.deadline).min() }

    /// Does something in so many seconds.
    /// - Returns: Its number.
    @discardableResult
    func start(in seconds: Double, _ action: @escaping @MainActor () -> Void) -> Int {
        last += 1
        let (id, clock) = (last, clock)
        let deadline = clock.now + seconds
        let task = Task { [weak self] in
            do { try await clock.sleep(until: deadline) } catch { return }
            self?.fire(id)
        }
        timers[id] = Timer(deadline: deadline, action: action, task: task)
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
