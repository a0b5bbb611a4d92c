import PlayheadCore

/// The loop: performs what is due, and sleeps until something is.
extension PlaybackEngine {
    func pumpUntilClosed() async {
        while !isClosed {
            // Before the look: a request during it causes another one.
            shared.wakeRequest.withLock { $0 = false }
            wakeup.isWoken = false
            let deadline = isOver ? .infinity : pump()
            await sleep(until: deadline)
        }
    }

    private func sleep(until deadline: Double) async {
        guard !wakeup.isWoken, !isClosed, deadline > configuration.clock.now else { return await Task.yield() }
        setAlarm(deadline)
        await withCheckedContinuation { wakeup.sleeper = $0 }
    }

    /// Wakes the loop at `deadline` at the latest. An earlier alarm stays and wakes the loop once more than necessary, because a cancelled sleep keeps
    /// its place in the system's timer queue until its time: cancelling at every step would fill the queue.
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

    /// Whether everything that is due is done, and the loop sleeps until something arrives or the clock reaches the alarm.
    var isIdle: Bool {
        wakeup.sleeper != nil && !wakeup.isWoken && wakeup.alarmTime > configuration.clock.now && !shared.wakeRequest.withLock { $0 }
    }

    func wake() {
        wakeup.isWoken = true
        let continuation = wakeup.sleeper
        wakeup.sleeper = nil
        continuation?.resume()
    }

    /// Asks the loop to look at what changed; from any thread. Requests before the next look count as one.
    nonisolated func requestWake() {
        let isFirst = shared.wakeRequest.withLock { requested in
            defer { requested = true }
            return !requested
        }
        if isFirst { Task { await self.wake() } }
    }
}
