import PlayheadCore

/// Looking at what is due, and sleeping until something is.
extension PlaybackEngine {
    func pumpUntilClosed() async {
        while !isClosed {
            // Before the look: what comes during it asks anew.
            wakeRequest.withLock { $0 = false }
            isWoken = false
            let deadline = isOver ? .infinity : pump()
            await sleep(until: deadline)
        }
    }

    private func sleep(until deadline: Double) async {
        guard !isWoken, !isClosed, deadline > configuration.clock.now else { return await Task.yield() }
        setAlarm(deadline)
        await withCheckedContinuation { sleeper = $0 }
    }

    /// Wakes the loop at `deadline` at the latest. An earlier alarm that is set stays and wakes it once too often: a sleep that is cancelled keeps
    /// its place in the system's timer queue until its time, so that changing one's mind at every step would pile them up.
    private func setAlarm(_ deadline: Double) {
        guard deadline < alarmTime else { return }
        alarm?.cancel()
        alarmTime = deadline
        let clock = configuration.clock
        alarm = Task { [weak self] in
            do { try await clock.sleep(until: deadline) } catch { return }
            await self?.ring(deadline)
        }
    }

    private func ring(_ deadline: Double) {
        if alarmTime == deadline { alarmTime = .infinity }
        wake()
    }

    /// Whether all that is due is done, and it sleeps until something comes or the clock gets there.
    var isIdle: Bool {
        sleeper != nil && !isWoken && alarmTime > configuration.clock.now && !wakeRequest.withLock { $0 }
    }

    func wake() {
        isWoken = true
        let continuation = sleeper
        sleeper = nil
        continuation?.resume()
    }

    /// Asks for a look at what changed; from any thread. Requests that come before it is looked are one.
    nonisolated func requestWake() {
        let isFirst = wakeRequest.withLock { requested in
            defer { requested = true }
            return !requested
        }
        if isFirst { Task { await self.wake() } }
    }
}
