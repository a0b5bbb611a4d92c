extension PlaybackMachine {
    /// The watchdog that has to run, derived from the state. None runs while the app holds a checkpoint.
    private var wantedTimer: MachineTimer? {
        if isDeciding { return .decision }
        return switch state {
        case .opening: .opening
        case .buffering: content.isEnding ? nil : .buffering
        // A seek or a start also waits for data, without the state `buffering`.
        case .seeking: content.isEnding ? nil : .buffering
        case .play: engine.isRunning ? .buffering : nil
        case .playing: content.isEnding ? nil : .progress
        case .idle, .ready, .pausing, .paused, .stopping, .ended, .error: nil
        }
    }

    /// Starts, restarts and cancels the watchdog, once per input.
    mutating func updateWatchdog() {
        let wanted = wantedTimer
        if let running = watchdog, running.timer != wanted {
            watchdog = nil
            outputs.append(.cancelTimer(running.timer))
        }
        if let wanted, watchdog == nil || restartsWatchdog { start(wanted, seconds: timeout(of: wanted)) }
        restartsWatchdog = false
    }

    private mutating func start(_ timer: MachineTimer, seconds: Double) {
        watchdog = Watchdog(timer: timer, deadline: now + seconds)
        outputs.append(.startTimer(timer, seconds: seconds))
    }

    /// The maximum delay of a timer in a process that runs, in seconds.
    private static let longestDelay = 1.0

    private func timeout(of timer: MachineTimer) -> Double {
        switch timer {
        case .opening: options.openingTimeout
        case .buffering: options.bufferingTimeout
        case .progress: options.progressTimeout
        case .decision: decisionTimeout ?? .infinity
        }
    }

    /// The tolerance of a deadline, in seconds: clocks with a resolution of milliseconds may fire slightly early.
    private static let deadlineTolerance = 0.001

    /// Whether the playback fails if `timer` expires at `now` (seconds of the monotonic clock).
    package func fails(after timer: MachineTimer, at now: Double) -> Bool {
        guard let running = watchdog, running.timer == timer, timer != .decision else { return false }
        return now + Self.deadlineTolerance >= running.deadline && now - running.deadline <= Self.longestDelay
    }

    /// Handles an expired timer: fails with the error of the watchdog. A cancelled one is ignored; a restarted one gets the remaining time, and
    /// one that expires late the time in which the process did not run.
    mutating func handleTimeout(of timer: MachineTimer) {
        guard let running = watchdog, running.timer == timer else { return }
        guard now + Self.deadlineTolerance >= running.deadline else {
            outputs.append(.startTimer(timer, seconds: running.deadline - now))
            return
        }
        watchdog = nil
        if timer == .decision { return handleDecisionTimeout() }
        let late = now - running.deadline
        if late > Self.longestDelay { return start(timer, seconds: min(late, timeout(of: timer))) }
        let kind: PlaybackError.Kind =
            switch timer {
            case .opening: .openingTimeout
            case .buffering: .bufferingTimeout
            case .progress: .noProgress
            case .decision: .decisionTimeout
            }
        fail(PlaybackError(kind, url: currentItem?.url))
    }
}
