import PlayheadCore

/// The loop: performs what is due, and sleeps until more is due.
extension PlaybackEngine {
    func pumpUntilClosed() async {
        while !isClosed {
            // Reset before the iteration: a request during it causes another one.
            shared.wakeRequest.withLock { $0 = false }
            wakeup.isWoken = false
            let deadline = machine.isOver ? .infinity : look()
            await sleep(until: deadline)
        }
    }

    /// Takes turns until nothing more is due: each collects facts, calls the machine, and performs the instructions it returns.
    /// - Returns: The time of the next iteration on the clock, in seconds; infinity to wait for a change.
    private func look() -> Double {
        let now = configuration.clock.now
        if machine.seek == nil {
            takeOverSound(collectFacts(now))
            fillPictures(now)
            perform(machine.move(collectFacts(now)))
        }
        // The loop yields to commands after this number of turns.
        let bunch = 64
        for _ in 0..<bunch {
            if let deadline = takeTurn(now) { return min(deadline, reportBuffer(now)) }
        }
        return now
    }

    /// - Returns: The time to wait for, in seconds, or `nil` if another turn follows immediately.
    private func takeTurn(_ now: Double) -> Double? {
        var target: PlayoutSeek.Target?
        if let seek = machine.seek { target = findTarget(of: seek) } else { fillPictures(now) }
        var supply = SoundSupply.full
        let isSearching = machine.seek != nil && video.hasTrack && target == nil
        if !isSearching, machine.feedsSound(hasOutput: sound?.hasOutput == true) { supply = feedSound() }
        return perform(machine.decide(collectFacts(now, supply: supply, target: target)))
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
            if let source { shared.statistics.withLock { $0.downloadsOverdue = source.downloadsOverdue } }
            report(.buffered([range]))
            return .infinity
        }
    }

    private func sleep(until deadline: Double) async {
        guard !wakeup.isWoken, !isClosed, deadline > configuration.clock.now else { return await Task.yield() }
        setAlarm(deadline)
        await withCheckedContinuation { wakeup.sleeper = $0 }
    }

    /// Wakes the loop at `deadline` at the latest. An earlier alarm stays and wakes the loop once more than necessary, because a cancelled
    /// sleep keeps its place in the timer queue of the system until its time: cancelling at every step would fill the queue.
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
        wake()
    }

    /// Whether everything that is due is done, and the loop sleeps until data arrives or the clock reaches the alarm.
    var isIdle: Bool {
        wakeup.sleeper != nil && !wakeup.isWoken && wakeup.alarmTime > configuration.clock.now && !shared.wakeRequest.withLock { $0 }
    }

    func wake() {
        wakeup.isWoken = true
        let continuation = wakeup.sleeper
        wakeup.sleeper = nil
        continuation?.resume()
    }

    /// Requests an iteration of the loop from any thread. Requests before the next iteration count as one.
    nonisolated func requestWake() {
        let isFirst = shared.wakeRequest.withLock { requested in
            defer { requested = true }
            return !requested
        }
        if isFirst { Task { await self.wake() } }
    }
}
