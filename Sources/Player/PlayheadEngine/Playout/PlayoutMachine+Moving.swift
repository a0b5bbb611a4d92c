import PlayheadAdaptive
import PlayheadCore

/// Playing in real time: following the clock, presenting pictures, stalling, and reporting progress.
extension PlayoutMachine {
    /// Moves the playhead with the clock, which follows the device.
    mutating func follow(_ facts: PlayoutFacts) {
        if let audibleTime = facts.sound?.audibleTime { clock.follow(audibleTime, at: facts.now) }
        let step = (item.tick + PlayoutLimits.longestDelay) * tempo
        if facts.sound?.isMaster != true, playhead(facts) > position + step { clock.set(max(position, facts.lastRead), at: facts.now) }
        let stop = stopAhead(facts)
        limit = min(endAhead(facts), stop ?? .infinity)
        advance(to: min(playhead(facts), limit), facts)
        limit = min(limit, position + step)
        if let stop, position >= stop { arrival = stop }
    }

    /// Decides the next step at a moving playhead.
    mutating func play(_ facts: PlayoutFacts) {
        let now = facts.now
        // A device that was opened during playback is paused.
        if let sound = facts.sound, sound.isMaster, !isDeviceRunning, !sound.isDrained {
            emit(.startDevice)
            isDeviceRunning = true
        }
        deviceWatch.note(facts.sound, isRunning: isDeviceRunning, at: now)
        if deviceWatch.isStopped(at: now) { return stallWithDevice(facts) }
        let stop = arrival ?? stopAhead(facts)
        if presentDue(before: stop ?? .infinity, facts) { return }
        reportFirstFrame(facts)
        if let arrival { return stand(at: arrival, facts) }
        if isAtEnd(facts) { return finish(facts) }
        if skipGap(facts) { return }
        if isStarved(facts) { return stall(facts) }
        if now >= nextTick {
            reportProgress(facts)
            // The interval starts at this report and not on a grid: after a late report the next must not come early.
            nextTick = now + item.tick
        }
        emit(.wait(until: nextTurn(before: stop, facts)))
    }

    /// The monotonic time at which the next turn is due, in seconds.
    private func nextTurn(before stop: Double?, _ facts: PlayoutFacts) -> Double {
        let times = [facts.pictures?.queue.first?.time, mediaEnd(facts), stop, facts.nextTimed, commonGap(facts)?.start]
        var next = times.compactMap(\.self).filter { $0 > position }.reduce(nextTick) { min($0, clock.host(of: $1)) }
        if facts.sound?.isMaster == true { next = min(next, facts.now + PlayoutLimits.soundStep) }
        return max(next, facts.now + PlayoutLimits.shortestWait)
    }

    // MARK: Presenting

    /// Presents or drops the first picture of the queue if it is due; in real time a picture is dropped if the next one is due too. No
    /// picture is presented from time `end` on.
    /// - Returns: Whether a picture was due.
    mutating func presentDue(before end: Double, _ facts: PlayoutFacts) -> Bool {
        guard let pictures = facts.pictures, let picture = pictures.queue.first else { return false }
        guard picture.time <= position + PlayoutLimits.pictureDue, isShown(picture, before: end) else { return false }
        let late = position - picture.time
        let next = pictures.queue.dropFirst().first
        if !item.isUnpaced, let next, next.time <= position, pictures.hasShown {
            emit(.drop)
            if late > PlayoutLimits.tooLate { emit(.decodeOnlyReferences(true)) }
        } else {
            if late < PlayoutLimits.inTime { emit(.decodeOnlyReferences(false)) }
            emit(.present)
            if !isFirstFrameReported {
                isFirstFrameReported = true
                emit(.reportFirstFrame)
            }
        }
        return true
    }

    /// Whether a picture is shown if playback stops at `end`, taking into account that picture times are rounded.
    func isShown(_ picture: PlayoutFacts.Picture, before end: Double) -> Bool { picture.time < end - PlayoutLimits.pictureRounding }

    /// Reports the first frame if a picture is already shown, or none will be.
    mutating func reportFirstFrame(_ facts: PlayoutFacts) {
        guard !isFirstFrameReported, facts.pictures.map({ $0.hasShown || $0.areLeftOut }) ?? true else { return }
        isFirstFrameReported = true
        emit(.reportFirstFrame)
    }

    // MARK: Stalling

    /// Whether the playhead has to stop because data is missing.
    private mutating func isStarved(_ facts: PlayoutFacts) -> Bool {
        guard wouldStall(facts) else {
            if isSoundMissing(facts) { takeover.await(facts.stagedSound, at: facts.now) }
            return false
        }
        return true
    }

    /// Whether a moving playhead would stall immediately.
    func wouldStall(_ facts: PlayoutFacts) -> Bool {
        if PlayheadReach([pictureReach(facts)]).isReached(at: position, tolerance: PlayoutLimits.pictureDue) { return true }
        if facts.pictures?.areLeftOut == true, facts.sound == nil { return facts.loaded.ahead <= 0 }
        return isSoundMissing(facts) && !takeover.allows(facts.stagedSound, at: facts.now)
    }

    /// Whether sound has run out at the playhead.
    private func isSoundMissing(_ facts: PlayoutFacts) -> Bool {
        !isBeforeGap(facts) && PlayheadReach([soundReach(facts)]).isReached(at: position, tolerance: PlayoutLimits.soundTolerance)
    }

    /// The supply of pictures for the playhead.
    func pictureReach(_ facts: PlayoutFacts) -> PlayheadReach.Supply {
        guard let pictures = facts.pictures, pictures.queue.isEmpty, pictures.supply == .starved else { return .ready }
        // Pictures inside the decoder may lie behind a gap, in which the last picture stays.
        return .awaited(from: max(pictures.end, pictures.firstTimeInside ?? pictures.end))
    }

    // MARK: Progress

    /// Reports the playhead. If the sound is longer than the duration, the end reports the last position.
    mutating func reportProgress(_ facts: PlayoutFacts) {
        emit(.rememberNetwork)
        if let window = facts.window { emit(.report(.window(window))) }
        keepDistance(facts)
        if let window = facts.window { forget(behind: window) }
        if position < length.duration { emit(.report(.progress(position: position))) }
    }

    /// Changes the tempo: to 1 at the live position, and slightly in low latency, so that the distance from the edge stays at its target.
    private mutating func keepDistance(_ facts: PlayoutFacts) {
        let before = tempo
        noteLivePosition(at: position, facts)
        if let window = facts.window, window.isLowLatency, effectiveRate == 1, !item.isUnpaced, followsEdge(window) {
            let latency = item.latency
            var pacing =
                live.pacing
                ?? LivePacing(target: window.targetLatency, maximum: latency.maximum ?? .infinity, rates: latency.rates)
            pacing.target = window.targetLatency
            let pace = pacing.pace(latency: window.edge - position, buffered: facts.loaded.ahead)
            live.pacing = pacing
            if pace == .seek { return moveToLive(window, facts) }
        } else {
            live.pacing = nil
        }
        guard tempo != before else { return }
        clock.setRate(tempo, at: facts.now)
        emit(.setTempo(tempo))
    }

    /// Determines whether playback at a rate above 1 from `time` (seconds) on has caught up with the live position.
    mutating func noteLivePosition(at time: Double, _ facts: PlayoutFacts) {
        guard rate > 1, !item.isUnpaced, let window = facts.window else {
            live.isCaughtUp = false
            return
        }
        let behind = window.edge - window.targetLatency - time
        live.isCaughtUp = behind <= (live.isCaughtUp ? PlayoutLimits.caughtUpDistance : 0)
    }

    /// Whether the playhead keeps its distance from the edge at the target, and is not where a viewer or the author of the stream wants it.
    private mutating func followsEdge(_ window: LiveWindow) -> Bool {
        let farthest = max(PlayoutLimits.catchUpDistance, window.targetLatency)
        let isNear = window.edge - position - window.targetLatency <= farthest
        let follows = live.followsEdge ?? (isNear || item.latency.maximum != nil)
        live.followsEdge = follows
        return follows
    }

    /// Moves a playhead that is too far behind to the target distance from the edge.
    private mutating func moveToLive(_ window: LiveWindow, _ facts: PlayoutFacts) {
        live.pacing = nil
        hold(at: facts.now)
        let target = window.edge - window.targetLatency
        emit(.skipGap(from: position, to: target))
        position = target
        clock.set(position, at: facts.now)
        waitToMove(amount: resumeAmount(facts), reason: .loading, reportsStart: true, at: facts.now)
    }

    /// Drops metadata and captions behind the window of a live stream, so that they do not accumulate for days.
    private mutating func forget(behind window: LiveWindow) {
        let (reserve, step) = (60.0, 30.0)
        let floor = min(window.seekable.start, position) - reserve
        guard floor >= live.forgotten + step else { return }
        live.forgotten = floor
        emit(.forget(before: floor))
    }
}
