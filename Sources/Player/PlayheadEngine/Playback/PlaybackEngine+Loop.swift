import Foundation
import PlayheadCore

/// The loop: performs what is due whenever the thread of the engine calls it.
extension PlaybackEngine {
    /// Starts the loop, which runs until the playback is closed.
    func startLoop() {
        isLooping = true
        thread.setLoop { [weak self] in self?.assumeIsolated { $0.takeTurns() } }
        requestWake()
    }

    /// Performs what is due, and sets the time of the next call.
    private func takeTurns() {
        guard !isClosed else { return }
        let deadline = machine.isOver ? .infinity : look()
        if configuration.clock is SystemClock { return thread.setAlarm(at: deadline) }
        if deadline > configuration.clock.now { setAlarm(deadline) } else { requestWake() }
    }

    /// Takes turns until nothing more is due: each collects facts, calls the machine, and performs the instructions it returns.
    /// - Returns: The time of the next iteration on the clock, in seconds; infinity to wait for a change.
    private func look() -> Double {
        let now = configuration.clock.now
        if waitsForClient() { return now }
        noteError()
        if machine.seek == nil {
            if store.stagedGeneration(of: .audio) != nil { takeOverSound(collectFacts(now)) }
            fillPictures(now)
            perform(machine.move(collectFacts(now)))
        }
        // The loop yields to commands after this number of turns.
        defer { relieve() }
        let bunch = 64
        for _ in 0..<bunch {
            guard let deadline = takeTurn(now) else { continue }
            let next = min(deadline, reportBuffer(now))
            // What is due comes before decoding ahead, and so do commands, which run between two calls.
            return decodeAhead(before: next) ? now : next
        }
        return now
    }

    /// Waits a moment if the client has not handled the reports of unpaced playback, which are added faster than it may take them.
    /// - Returns: Whether the engine waited, and must ask again before it continues.
    private func waitsForClient() -> Bool {
        guard configuration.pacing == .unpaced, configuration.isClientBehind?() == true else { return false }
        let moment = 0.001
        Thread.sleep(forTimeInterval: moment)
        return true
    }

    /// Notes an error of loading before the decoders are asked, so that they have seen what was loaded before it.
    private func noteError() { hasNotedError = store.error != nil }

    /// Continues with a lower level if the machine cannot decode the current one in time.
    private func relieve() {
        guard let level = video.takeOverload(), source?.limitDecoding(below: level) == true else { return }
        let reason = "More than a fifth of the pictures of \(level.label) were dropped."
        report(.warning(PlaybackError(.decoderTooSlow, severity: .warning, underlying: reason)))
    }

    /// - Returns: The time to wait for, in seconds, or `nil` if another turn follows immediately.
    private func takeTurn(_ now: Double) -> Double? {
        passSourceReports()
        noteError()
        openNewTracks()
        var target: PlayoutSeek.Target?
        if let seek = machine.seek { target = findTarget(of: seek) } else { fillPictures(now) }
        var supply = SoundSupply.full
        let isSearching = machine.seek != nil && video.hasTrack && target == nil
        if !isSearching, machine.feedsSound(hasOutput: sound?.hasOutput == true) { supply = feedSound() }
        return perform(machine.decide(collectFacts(now, supply: supply, target: target)))
    }

    /// Drops what a seek that reads on has passed up to `time` (seconds), so that it takes no room: the search decodes the pictures only.
    func dropPassed(by seek: PlayoutSeek, upTo time: Double) {
        let kept = 10.0
        if seek.precision == .exact { store.skipPassedSound(before: seek.target - kept - max(0, sound?.delay ?? 0)) }
        store.trim(behind: min(time, seek.target))
    }

    /// Reports what is loaded, if a report is due.
    /// - Returns: The time of the next report, in seconds.
    func reportBuffer(_ now: Double) -> Double {
        guard !machine.isOver else { return .infinity }
        if let onStep = configuration.onStep {
            for kind in store.tracks { onStep(.buffered(kind, seconds: max(0, (store.loadedEnd(of: kind) ?? position) - position))) }
        }
        guard let range = store.loadedRange() else { return .infinity }
        switch bufferReport.look(at: range, duration: machine.length.duration, now: now) {
        case .nothing: return .infinity
        case .later(let time): return time
        case .report(let range):
            if let overdue = source?.downloadsOverdue { shared.withLock { $0.statistics.downloadsOverdue = overdue } }
            report(.buffered([range]))
            return .infinity
        }
    }

    /// Wakes the loop at `deadline` of another clock than the system's at the latest. An earlier alarm stays and wakes the loop once more
    /// than necessary, because a cancelled sleep may keep its place in the timer queue of the clock.
    private func setAlarm(_ deadline: Double) {
        guard deadline < wakeup.alarmTime else { return }
        wakeup.alarm?.cancel()
        wakeup.alarmTime = deadline
        let clock = configuration.clock
        wakeup.alarm = Task { [weak self] in
            do { try await clock.sleep(until: deadline) } catch { return }
            await self?.ring(deadline)
        }
    }

    private func ring(_ deadline: Double) {
        if wakeup.alarmTime == deadline { wakeup.alarmTime = .infinity }
        requestWake()
    }

    /// Whether everything that is due is done, and the loop sleeps until data arrives or its clock, which is not that of the system,
    /// reaches the alarm.
    var isIdle: Bool { isLooping && thread.isAsleep && wakeup.alarmTime > configuration.clock.now }

    /// Whether another iteration of the loop follows at the present time of the clock.
    var isAwake: Bool { isLooping && !isClosed && !thread.isAsleep }

    /// Requests a turn of the loop from any thread. Requests before the next turn count as one.
    package nonisolated func requestWake() { thread.wake() }
}

/// The alarm of an engine whose clock is not that of the system, for which its thread cannot wait.
struct EngineWakeup {
    /// The task that waits for ``alarmTime``.
    var alarm: Task<Void, Never>?
    /// The time of the alarm on the clock of the engine, in seconds; infinity without an alarm.
    var alarmTime = Double.infinity
}
