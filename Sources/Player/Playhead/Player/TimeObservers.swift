import PlayheadCore

/// The time observers of one player, called between the events according to the clock, at the expected position of the playhead.
@MainActor
final class TimeObservers {
    private struct Observer {
        let id: Int
        var schedule: TimeSchedule
        let call: @MainActor (Double) -> Void
    }

    /// The last reported playhead, and its rate from there.
    private struct Motion {
        var position: Double
        var time: Double
        var rate: Double
    }

    private var observers: [Observer] = []
    private var lastID = 0
    private var motion: Motion?
    /// The pending alarm. An earlier alarm is kept, because the system does not drop a cancelled sleep until its time.
    private var alarm: (time: Double, task: Task<Void, Never>)?

    func add(_ schedule: TimeSchedule, _ player: Player, _ call: @escaping @MainActor (Double) -> Void) -> ObservationToken {
        lastID += 1
        let id = lastID
        var observer = Observer(id: id, schedule: schedule, call: call)
        _ = observer.schedule.jump(to: player.position)
        observers.append(observer)
        if player.state == .playing, motion == nil { move(player) }
        setAlarm(player)
        return ObservationToken { [weak self] in self?.observers.removeAll { $0.id == id } }
    }

    func end() {
        alarm?.task.cancel()
        observers = []
    }

    /// Updates the motion of the playhead after every event.
    func handle(_ event: any PlayerEvent, _ player: Player) {
        guard !observers.isEmpty else { return }
        let isMoving = player.state == .playing
        switch event {
        case is TimeEvent:
            // At the end, the remaining part of an interval causes no call.
            if isMoving || player.state == .ended { advance(to: player.publishedPosition) } else { jump(to: player.publishedPosition) }
        case is SeekedEvent, is PlayEvent, is PauseEvent, is PlaylistItemEvent: jump(to: player.publishedPosition)
        case is BeforeCompleteEvent: advance(to: player.publishedPosition)
        default: break
        }
        if isMoving { move(player) } else { motion = nil }
        setAlarm(player)
    }

    private func move(_ player: Player) {
        motion = Motion(position: player.publishedPosition, time: player.configuration.clock.now, rate: player.rate)
    }

    private func advance(to position: Double) {
        for id in observers.map(\.id) {
            // An observer that was removed inside an earlier call receives no more calls.
            guard let index = observers.firstIndex(where: { $0.id == id }) else { continue }
            let call = observers[index].call
            for time in observers[index].schedule.play(to: position) where observers.contains(where: { $0.id == id }) { call(time) }
        }
    }

    private func jump(to position: Double) {
        for id in observers.map(\.id) {
            guard let index = observers.firstIndex(where: { $0.id == id }) else { continue }
            let call = observers[index].call
            if observers[index].schedule.jump(to: position) { call(position) }
        }
    }

    // MARK: Between events

    private func setAlarm(_ player: Player) {
        // With unpaced playback, the data moves the playhead, and the clock does not predict its position.
        guard let motion, motion.rate > 0, player.configuration.pacing == .realTime else { return }
        guard let next = observers.compactMap({ $0.schedule.next(after: motion.position) }).min() else { return }
        let due = motion.time + (next - motion.position) / motion.rate
        if let alarm, alarm.time <= due { return }
        alarm?.task.cancel()
        let clock = player.configuration.clock
        alarm = (
            due,
            Task { [weak self, weak player] in
                do { try await clock.sleep(until: due) } catch { return }
                guard let self, let player else { return }
                self.ring(player)
            }
        )
    }

    private func ring(_ player: Player) {
        alarm = nil
        guard !observers.isEmpty, var now = motion, player.state == .playing else { return }
        // The maximum time without an event, in seconds; then the playhead is assumed to stand still.
        let timeout = 0.5
        let passed = player.configuration.clock.now - now.time
        guard passed <= timeout else { return }
        // Compensates for rounding in sums of rates and times.
        let rounding = 0.000_001
        now.position += passed * now.rate + rounding
        now.time += passed
        motion = now
        advance(to: player.duration > 0 ? min(now.position, player.duration) : now.position)
        setAlarm(player)
    }
}

extension Player {
    /// Calls `handler` on the main actor with the position, at every multiple of `interval` that the playhead reaches, and where the
    /// playhead starts, stops and jumps, until the returned token is released.
    /// - Parameters:
    ///   - interval: The interval on the item's timeline in seconds; smaller and non-finite values are replaced by 0.001, the minimum.
    ///   - handler: Receives the position in seconds.
    /// - Returns: The token, whose release removes the observer.
    public func addPeriodicTimeObserver(
        forInterval interval: Double, using handler: @escaping @MainActor (_ position: Double) -> Void
    ) -> ObservationToken {
        let finest = 0.001
        let interval = interval.isFinite ? max(finest, interval) : finest
        return timeObservers.add(TimeSchedule(.periodic(interval: interval)), self, handler)
    }

    /// Calls `handler` on the main actor when playback (not a seek) passes one of `times`, until the returned token is released.
    /// - Parameters:
    ///   - times: Positions in seconds, in any order; values that are not finite are ignored.
    ///   - handler: Receives the position that was passed.
    /// - Returns: The token, whose release removes the observer.
    public func addBoundaryTimeObserver(
        forTimes times: [Double], using handler: @escaping @MainActor (_ position: Double) -> Void
    ) -> ObservationToken {
        timeObservers.add(TimeSchedule(.boundaries(times.filter(\.isFinite).sorted())), self, handler)
    }

    /// Removes a periodic or boundary observer, like the release of its token.
    public func removeTimeObserver(_ observer: ObservationToken) { observer.invalidate() }
}
