import PlayheadCore

/// The observers of one player's playhead: called between the events, by the clock, where the playhead is meant to be then.
@MainActor
final class TimeObservers {
    private struct Observer {
        let id: Int
        var schedule: TimeSchedule
        let call: @MainActor (Double) -> Void
    }

    /// Where the playhead was told to be, and how fast it goes on from there.
    private struct Motion {
        var position: Double
        var time: Double
        var rate: Double
    }

    private var observers: [Observer] = []
    private var lastID = 0
    private var motion: Motion?
    /// When the alarm rings that is set; one that is set stays, since a sleep that is cancelled is not forgotten by the system.
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

    /// After every event: the playhead may be elsewhere.
    func heard(_ event: any PlayerEvent, _ player: Player) {
        guard !observers.isEmpty else { return }
        let isMoving = player.state == .playing
        switch event {
        case is TimeEvent:
            // A rest of a period is not told where it stops.
            if isMoving || player.state == .ended { advance(to: player.toldPosition) } else { jump(to: player.toldPosition) }
        case is SeekedEvent, is PlayEvent, is PauseEvent, is PlaylistItemEvent: jump(to: player.toldPosition)
        case is BeforeCompleteEvent: advance(to: player.toldPosition)
        default: break
        }
        if isMoving { move(player) } else { motion = nil }
        setAlarm(player)
    }

    private func move(_ player: Player) {
        motion = Motion(position: player.toldPosition, time: player.configuration.clock.now, rate: player.rate)
    }

    private func advance(to position: Double) {
        for id in observers.map(\.id) {
            // One that was removed inside an earlier call hears no more.
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
        // Where the data moves the playhead no clock says where it is.
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
        // What is not told for longer than this stands.
        let patience = 0.5
        let passed = player.configuration.clock.now - now.time
        guard passed <= patience else { return }
        // Sums of rates and times are not quite whole numbers.
        let rounding = 0.000_001
        now.position += passed * now.rate + rounding
        now.time += passed
        motion = now
        advance(to: player.duration > 0 ? min(now.position, player.duration) : now.position)
        setAlarm(player)
    }
}

extension Player {
    /// Calls `handler` on the main actor with the position, at every multiple of `interval` that the playhead comes to, and where it starts, stops
    /// and jumps, as long as the returned token lives.
    /// - Parameters:
    ///   - interval: Seconds on the item's timeline, above 0; others are taken as 0.001, which is the finest.
    ///   - handler: Gets the position in seconds.
    public func addPeriodicTimeObserver(
        forInterval interval: Double, using handler: @escaping @MainActor (_ position: Double) -> Void
    ) -> ObservationToken {
        let finest = 0.001
        let interval = interval.isFinite ? max(finest, interval) : finest
        return timeObservers.add(TimeSchedule(.periodic(interval: interval)), self, handler)
    }

    /// Calls `handler` on the main actor when the playhead passes one of `times` by playing (not by a seek), as long as the returned token lives.
    /// - Parameters:
    ///   - times: Positions in seconds, in any order; what is not a number is left out.
    ///   - handler: Gets the one of them that was passed.
    public func addBoundaryTimeObserver(
        forTimes times: [Double], using handler: @escaping @MainActor (_ position: Double) -> Void
    ) -> ObservationToken {
        timeObservers.add(TimeSchedule(.boundaries(times.filter(\.isFinite).sorted())), self, handler)
    }

    /// Ends a periodic or boundary observer; letting go of its token does the same.
    public func removeTimeObserver(_ observer: ObservationToken) { observer.invalidate() }
}
