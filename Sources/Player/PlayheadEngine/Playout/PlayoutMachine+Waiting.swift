import PlayheadAdaptive
import PlayheadCore

/// Waiting for data and for the device, starting, and stopping at fences and play limits.
extension PlayoutMachine {
    // MARK: Starting

    /// Starts as soon as there is enough data, and reports a wait that is not momentary.
    mutating func wait(since: Double, amount: Double, reason: BufferReason, isReported: Bool, _ facts: PlayoutFacts) {
        let now = facts.now
        deviceWatch.note(facts.sound, isRunning: isDeviceRunning, at: now)
        if deviceWatch.isStopped(at: now) { return awaitStoppedDevice(since: since, facts) }
        if facts.loaded.isLiveStart, let live = liveStart(facts) {
            emit(.startLive(from: position, to: live))
            position = live
            clock.set(live, at: now)
            return
        }
        if showsFirstPicture(facts) { return emit(.present) }
        supply.record(facts.loaded.ahead, since: facts.loaded.began, at: now)
        let missing = reason == .stalled ? missingDistance(facts) : 0
        if missing <= 0, canStart(amount: amount, facts) { return begin(facts) }
        if let error = facts.loaded.error, facts.pictures?.queue.isEmpty != false {
            fail(error, at: now)
            return emit(.wait(until: .infinity))
        }
        if isReported { return emit(.wait(until: missing > 0 ? now + missing : .infinity)) }
        let due = since + unreportedWait
        guard now >= due else { return emit(.wait(until: due)) }
        if reportsStart {
            report(waitSince: since, amount: amount, reason: reason)
        } else {
            report(waitSince: since, amount: resumeAmount(facts), reason: .stalled)
        }
    }

    /// The time after which a wait is reported, in seconds. One whose end is not reported need not be noticed, but is a stall if it lasts.
    private var unreportedWait: Double {
        if reportsStart { return PlayoutLimits.unreportedWait }
        return item.isUnpaced ? PlayoutLimits.unpacedTimeout : PlayoutLimits.unnoticedWait
    }

    private mutating func report(waitSince since: Double, amount: Double, reason: BufferReason) {
        reportsStart = true
        motion = .waiting(since: since, amount: amount, reason: reason, isReported: true)
        emit(.report(.waiting(reason)))
        emit(.wait(until: .infinity))
    }

    /// Whether the first picture is shown before playback starts, which waits for more data, for the device, or for the client. In low
    /// latency the start may still move. The picture may start `distance` seconds behind the playhead, where the sound starts.
    private func showsFirstPicture(_ facts: PlayoutFacts, within distance: Double = PlayoutLimits.pictureDue) -> Bool {
        guard !item.isUnpaced, facts.window?.isLowLatency != true, let pictures = facts.pictures, !pictures.hasShown,
            let picture = pictures.queue.first
        else { return false }
        return picture.time <= position + distance && isShown(picture, before: stopAhead(facts) ?? .infinity)
    }

    /// Whether both tracks and the amount of loaded data suffice to start.
    private func canStart(amount: Double, _ facts: PlayoutFacts) -> Bool {
        var enough = min(amount, max(0, length.duration - position))
        // At a live edge there may be no more data than this.
        if let window = facts.window { enough = min(enough, max(PlayoutLimits.liveEdgeAmount, (window.edge - position) / 2)) }
        let pictures = facts.pictures.map { !$0.queue.isEmpty || $0.supply == .ended || $0.supply == .sparse } ?? true
        let loaded = facts.loaded
        let sound =
            switch facts.sound?.supply {
            case .ended, .hole, .absent, nil: true
            // After an error no more sound follows, and pictures are shown until sound is needed.
            case .starved where loaded.error != nil: true
            case .starved, .full: facts.sound?.isPrimed == true
            }
        // The announced duration may be too short, and the decoder may hold what is loaded.
        if loaded.error == nil, wouldStall(facts) { return false }
        guard pictures, sound || takeover.isAwaited(at: facts.now) else { return false }
        let isSupplied = amount <= PlayoutLimits.startAmount && supply.suffices(loaded.ahead, at: facts.now)
        return loaded.ahead >= enough || isSupplied || loaded.error != nil || loaded.isFull
    }

    /// The live position, in seconds, if a low-latency start moves there: the stream continues while it is opened.
    func liveStart(_ facts: PlayoutFacts) -> Double? {
        guard facts.pictures?.hasShown != true, !item.isUnpaced, rate == 1, let window = facts.window, window.isLowLatency else {
            return nil
        }
        let target = window.edge - window.targetLatency
        let ahead = facts.loaded.ahead + position - target
        return target > position + PlayoutLimits.liveStartTolerance && ahead >= PlayoutLimits.startAmount ? target : nil
    }

    private mutating func begin(_ facts: PlayoutFacts) {
        if skipGap(facts) { return }
        if let sound = facts.sound, sound.isMaster, !sound.isDrained {
            emit(.startDevice)
            isDeviceRunning = true
            motion = .starting(since: facts.now)
        } else {
            startMoving(at: position, facts)
        }
    }

    /// Moves the playhead as soon as the device plays.
    mutating func awaitDevice(since: Double, _ facts: PlayoutFacts) {
        let timeout = commonGap(facts) == nil ? PlayoutLimits.deviceTimeout : PlayoutLimits.deviceTimeoutBeforeGap
        if let audibleTime = facts.sound?.audibleTime {
            startMoving(at: audibleTime, facts)
        } else if facts.sound?.isMaster != true || facts.sound?.isDrained == true || facts.now - since > timeout {
            startMoving(at: position, facts)
        } else {
            emit(.wait(until: facts.now + PlayoutLimits.deviceStep))
        }
    }

    private mutating func startMoving(at time: Double, _ facts: PlayoutFacts) {
        let now = facts.now
        position = max(position, time)
        clock.setRate(tempo, at: now)
        clock.set(position, at: now)
        clock.start(at: now)
        motion = .moving
        waits.data = nil
        nextTick = item.isUnpaced ? position + item.tick * rate : now + item.tick
        if reportsStart { emit(.report(.started(position: position))) }
    }

    // MARK: Stalling

    /// Stops the playhead because data is missing.
    mutating func stall(_ facts: PlayoutFacts) {
        hold(at: facts.now)
        if let error = facts.loaded.error { return fail(error, at: facts.now) }
        let amount = resumeAmount(facts)
        waitToMove(amount: amount, reason: .stalled, reportsStart: true, at: facts.now)
        motion = .waiting(since: facts.now, amount: amount, reason: .stalled, isReported: true)
        emit(.report(.waiting(.stalled)))
    }

    /// Stops the playhead because the device has stopped. The device is not paused, so that its position shows when it plays again.
    mutating func stallWithDevice(_ facts: PlayoutFacts) {
        clock.stop(at: facts.now)
        clock.set(position, at: facts.now)
        reportsStart = true
        standing = nil
        awaitStoppedDevice(since: -.infinity, facts)
    }

    /// Waits for a stopped device, and reports the wait repeatedly, because no data can end it.
    private mutating func awaitStoppedDevice(since: Double, _ facts: PlayoutFacts) {
        let isDue = facts.now - since >= PlayoutLimits.deviceStopReport
        motion = .waiting(since: isDue ? facts.now : since, amount: 0, reason: .stalled, isReported: true)
        if isDue { emit(.report(.waiting(.stalled))) }
        emit(.wait(until: facts.now + PlayoutLimits.soundStep))
    }

    /// The seconds of data that resuming needs: near a live edge no more than a share of the target latency.
    func resumeAmount(_ facts: PlayoutFacts) -> Double {
        facts.window.map { min(PlayoutLimits.resumeAmount, $0.targetLatency * LivePacing.resumeShare) } ?? PlayoutLimits.resumeAmount
    }

    /// The seconds after which a playhead that has stalled at a live edge is as far behind it again as its buffer needs to last until the
    /// next segment. Otherwise playback would stall again at the end of each segment.
    private func missingDistance(_ facts: PlayoutFacts) -> Double {
        guard let window = facts.window, facts.loaded.error == nil, !facts.loaded.isFull else { return 0 }
        let sufficient = max(PlayoutLimits.sufficientDistance, window.targetLatency * PlayoutLimits.distanceShare)
        return min(window.targetLatency, sufficient) - (window.edge - position)
    }

    // MARK: Stops

    /// The fence if the playhead has not reached it; without tolerance, because sums of tenths are almost whole numbers.
    private func fenceAhead(_ facts: PlayoutFacts) -> Double? { facts.stops.fence.flatMap { $0 > position ? $0 : nil } }

    /// The position of the next stop: the fence, or the position at which the play limit is reached.
    func stopAhead(_ facts: PlayoutFacts) -> Double? {
        guard let limit = facts.stops.playLimit else { return fenceAhead(facts) }
        let left = max(0, limit - facts.stops.played)
        return min(position + left, fenceAhead(facts) ?? .infinity)
    }

    /// Whether the play limit is reached.
    private func isPlayedOut(_ facts: PlayoutFacts) -> Bool {
        facts.stops.playLimit.map { facts.stops.played >= $0 - PlayoutLimits.stepRounding } ?? false
    }

    /// Stops at a fence or play limit and reports the position.
    mutating func stand(at fence: Double, _ facts: PlayoutFacts) {
        hold(at: facts.now)
        standing = Standing(fence: fence, since: facts.now)
        if isPlayedOut(facts), let limit = facts.stops.playLimit { emit(.playOut(limit: limit)) }
        emit(.report(.progress(position: position)))
        emit(.wait(until: facts.now + PlayoutLimits.fenceTimeout))
    }

    /// Keeps the playhead held, or resumes after a stop once the fence has moved or after a timeout.
    mutating func stay(_ facts: PlayoutFacts) {
        guard let standing else {
            if facts.showsPictureWhileHeld, showsFirstPicture(facts, within: PlayoutLimits.commonGap) { return emit(.present) }
            emit(.presentCaptions)
            return emit(.wait(until: .infinity))
        }
        let timeout = standing.since + PlayoutLimits.fenceTimeout
        if isPlayedOut(facts) { return emit(.wait(until: .infinity)) }
        if facts.stops.fence == standing.fence, facts.now < timeout { return emit(.wait(until: timeout)) }
        self.standing = nil
        guard wantsToMove else { return emit(.wait(until: .infinity)) }
        waitToMove(amount: 0, reason: .loading, reportsStart: false, at: facts.now)
    }
}
