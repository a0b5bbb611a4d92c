import PlayheadCore

extension PlaybackEngine {
    /// Where the playhead is by the clock.
    func playhead(at now: Double) -> Double {
        // What was read of it stays true.
        configuration.pacing == .unpaced ? position : max(position, clock.time(at: now), shared.playhead.withLock { $0.lastRead })
    }

    /// Moves the playhead to `time` by playing.
    func advance(to time: Double) {
        guard time > position else { return }
        outlast(time)
        // A tail of sound beyond the duration is no more of the item.
        let step = max(0, min(time, duration) - position)
        metadata.advance(from: position, to: time)
        position = time
        captions.present(at: position)
        let level = shownLevel
        shared.statistics.withLock { statistics in
            statistics.played += step
            if let level { statistics.timeByLevel[level, default: 0] += step }
        }
        store.setPlayhead(time)
    }

    /// A playlist may promise less than there is: the duration grows then.
    private func outlast(_ time: Double) {
        // A tail of sound is no more of the item.
        let tail = isOutlasted ? 0 : 0.5
        guard duration < .infinity, time > duration + tail else { return }
        isOutlasted = true
        let loaded = store.loaded(beyond: time)
        duration = loaded < .infinity ? time + max(0, loaded) : store.mediaEnd ?? time
        report(.durationChanged(duration))
    }

    // MARK: In real time

    func pumpMoving(_ now: Double) -> Double {
        if let heard = sound?.heard { clock.follow(heard, at: now) }
        let fence = stopAhead
        let end = mediaEnd ?? .infinity
        shared.playhead.withLock { $0.limit = min(end, fence ?? .infinity) }
        advance(to: min(playhead(at: now), end, fence ?? .infinity))
        sound?.awaitSound(from: position)
        let wasMaster = sound?.isMaster == true
        let soundSupply = feedSound()
        // The device was opened only now, held.
        if !wasMaster, sound?.isMaster == true { device.resume() }
        showDue(before: fence ?? .infinity)
        if let fence, position >= fence { return stand(at: fence, now) }
        if isOver { return .infinity }
        if isAtEnd {
            finish()
            return .infinity
        }
        if isStarved(soundSupply, now) {
            stall(now)
            return now
        }
        if skipHole() { return now }
        if now >= nextTick {
            tellProgress()
            // Counted from this one, not on a grid: after a late one the next must not come early.
            nextTick = now + tick
        }
        var next = nextTick
        if let frame = queue.first { next = min(next, clock.host(of: frame.time)) }
        if let end = mediaEnd { next = min(next, clock.host(of: end)) }
        if let fence { next = min(next, clock.host(of: fence)) }
        next = min(next, clock.host(of: nextTimed))
        let audioStep = 0.05
        if sound?.isMaster == true { next = min(next, now + audioStep) }
        return max(next, now + 0.000_5)
    }

    /// When the next metadata or change of captions is due, in seconds of the timeline.
    private var nextTimed: Double {
        min(metadata.next(after: position) ?? .infinity, captions.nextChange(after: position))
    }

    private func isStarved(_ soundSupply: AudioRenderer.Supply, _ now: Double) -> Bool {
        if PlayheadReach([pictureReach]).isReached(at: position, tolerance: 0.001) { return true }
        if leavesPicturesOut, sound == nil { return store.loaded(beyond: position) <= 0 }
        return PlayheadReach([soundReach(soundSupply)]).isReached(at: position, tolerance: 0.005) && !awaitsSound(now)
    }

    /// What there is of pictures for the playhead.
    private var pictureReach: PlayheadReach.Supply {
        guard media?.video != nil, queue.isEmpty, supply == .starved else { return .ready }
        // What the decoder holds may lie behind a hole, which the last picture covers.
        return .awaited(from: max(videoEnd, pictures?.firstTimeInside ?? videoEnd))
    }

    /// What there is of sound for the playhead.
    private func soundReach(_ supply: AudioRenderer.Supply) -> PlayheadReach.Supply {
        guard let sound else { return .ready }
        switch supply {
        case .full, .ended: return .ready
        case .starved: return .awaited(from: max(sound.end, sound.firstTimeInside ?? sound.end))
        // Silence is added as the playhead moves: it has to be heard in step.
        case .absent, .hole: return sound.end > position ? .awaited(from: sound.end) : .ready
        }
    }

    private func stall(_ now: Double) {
        hold(at: now)
        if let error = store.error { return fail(error) }
        let amount = resumeAmount(at: now)
        waitToMove(amount: amount, reason: .stalled, tellsStart: true)
        motion = .waiting(since: now, amount: amount, reason: .stalled, isTold: true)
        report(.waiting(.stalled))
    }

    /// Tells where the playhead is. Where the sound's tail is longer than the duration, the end tells the last position.
    private func tellProgress() {
        rememberNetwork()
        if let window = source?.window(at: configuration.clock.now) {
            report(.window(window))
            keepDistance(from: window)
            forget(behind: window)
        }
        if position < duration { report(.progress(position: position)) }
    }

    /// Plays a little faster or slower in low latency, so that the distance from the edge stays what the origin asks for.
    private func keepDistance(from window: LiveWindow) {
        guard window.isLowLatency, rate == 1, configuration.pacing == .realTime else { return }
        let late = window.edge - position - window.targetLatency
        // Changed in steps and not for trifles, since each change can be heard.
        let next =
            switch late {
            case ..<(-0.3): 0.96
            case 1...: 1.1
            case 0.25...: 1.05
            case -0.1...0.1: 1.0
            default: catchUp
            }
        guard next != catchUp else { return }
        catchUp = next
        clock.setRate(rate * next, at: configuration.clock.now)
        sound?.setTempo(rate * next)
    }

    /// Lets go of metadata and captions that the window of a live stream has left, or else days of them would be kept.
    private func forget(behind window: LiveWindow) {
        let (reserve, step) = (60.0, 30.0)
        let floor = min(window.seekable.start, position) - reserve
        guard floor >= forgotten + step else { return }
        forgotten = floor
        metadata.trim(before: floor)
        captions.controller.trim(before: floor)
    }

    // MARK: As fast as the data comes

    func pumpUnpaced(_ now: Double) -> Double {
        // Now and then commands get their turn.
        let bunch = 32
        for _ in 0..<bunch {
            fillPictures()
            let soundSupply = feedSound()
            if isOver { return .infinity }
            if isAtEnd {
                advance(to: mediaEnd ?? position)
                finish()
                return .infinity
            }
            if skipHole() { return now }
            if let end = captionsWait(now) { return end }
            let fence = stopAhead
            guard let next = nextMoment(soundSupply, before: fence ?? .infinity) else { return waitForData(now) }
            starvedSince = nil
            advance(to: min(next, fence ?? .infinity))
            showDue(before: fence ?? .infinity)
            if let fence, position >= fence { return stand(at: fence, now) }
            if position >= nextTick - 0.000_001 {
                tellProgress()
                nextTick = position + tick * rate
            }
        }
        return now
    }

    /// The next time at which something happens, or `nil` where data is missing before it.
    /// - Parameter stop: Where playing stands; pictures from there on are not shown.
    private func nextMoment(_ soundSupply: AudioRenderer.Supply, before stop: Double) -> Double? {
        // What comes as fast as it can waits for the sound that was chosen.
        if store.stagedGeneration(of: .audio) != nil { return nil }
        var next = min(nextTick, nextTimed)
        if media?.video != nil {
            if let frame = queue.first {
                if isShown(frame, before: stop) { next = min(next, max(position, frame.time)) }
            }
        }
        let reach = PlayheadReach([pictureReach, soundReach(soundSupply)])
        if reach.isReached(at: position, tolerance: 0) { return nil }
        next = min(next, reach.end)
        if let end = mediaEnd { next = min(next, max(position, end)) }
        return next
    }

    /// What comes as fast as it can waits for the captions too, but not for ever.
    /// - Returns: Until when; `nil` where they are there.
    private func captionsWait(_ now: Double) -> Double? {
        guard captions.controller.reached <= position else {
            captionsAwaitedSince = nil
            return nil
        }
        let since = captionsAwaitedSince ?? now
        captionsAwaitedSince = since
        let patience = 3.0
        return now < since + patience ? since + patience : nil
    }

    private func waitForData(_ now: Double) -> Double {
        if let error = store.error {
            fail(error)
            return .infinity
        }
        let since = starvedSince ?? now
        starvedSince = since
        // Being faster than the network is no stall; nothing arriving for this long is one.
        let patience = 3.0
        guard now >= since + patience else { return since + patience }
        stall(now)
        return now
    }

    // MARK: Holes and the end

    /// Where pictures and sound end, once all of both is decoded.
    private var mediaEnd: Double? {
        if leavesPicturesOut {
            guard let end = store.end(of: .video), sound?.isDecoded != false else { return nil }
            return max(end, sound?.decodedEnd ?? 0)
        }
        guard media?.video == nil || supply == .ended && queue.isEmpty else { return nil }
        guard let sound else { return videoEnd }
        guard sound.isDecoded else { return nil }
        return max(media?.video == nil ? 0 : videoEnd, sound.decodedEnd ?? (media?.video == nil ? position : 0))
    }

    private var isAtEnd: Bool {
        guard let end = mediaEnd else { return false }
        return position >= end - 0.002 && sound?.isDrained != false
    }

    private func finish() {
        let end = mediaEnd ?? position
        hold(at: configuration.clock.now)
        wantsToMove = false
        isFirstFrameTold = false
        hasToldLevel = false
        if let error = store.error ?? store.endError { return fail(error) }
        // A file that is cut off ends before the time that its header gives.
        if let tolerance = media?.announcedTolerance, duration < .infinity, end < duration - tolerance {
            return fail(PlaybackError(.truncated, url: urlText, underlying: "It ends at \(end) s of \(duration) s."))
        }
        if pictures?.hasDecoded != true, sound?.handedFrames == 0 {
            return fail(PlaybackError(.decoding, url: urlText, underlying: "Nothing of it could be decoded."))
        }
        // Containers round their durations, playlists add up rounded ones: close to the announced one, that one is meant.
        let rounding = 0.5
        if duration == .infinity || abs(end - duration) > rounding { duration = end }
        position = duration
        // After the end nothing is loaded any more, and so nothing is told of it.
        nextBufferTold = -.infinity
        _ = tellBuffer(configuration.clock.now)
        report(.ended(duration: duration))
    }

    /// The end of a hole in which no track has anything, such as segments that are marked as missing, where that is loaded; otherwise `nil`.
    var commonHoleEnd: Double? {
        // Within a run a picture may be meant to stand; not for hours.
        let (least, longestStill) = (0.5, 600.0)
        var resume = Double.infinity
        if media?.video != nil, supply != .ended || !queue.isEmpty {
            guard let frame = queue.first else { return nil }
            let hole = frame.time - max(position, videoEnd)
            guard hole > (frame.format === shownFormat ? longestStill : least) else { return nil }
            resume = frame.time
        }
        if let sound, sound.isDecoded {
            // What is decoded has to be heard.
            guard sound.end <= position + least else { return nil }
        } else if let sound {
            guard let next = sound.holeEnd, next - position > least else { return nil }
            // Segments of sound begin some samples before those of the picture, which has to be there.
            let preroll = 0.3
            if next < resume - preroll { resume = next }
        }
        return resume < .infinity && store.isLoaded(resume) ? resume : nil
    }

    /// Goes on behind a hole in which no track has anything.
    /// - Returns: Whether there was one.
    func skipHole() -> Bool {
        guard let resume = commonHoleEnd, store.seek(to: resume) else { return false }
        let wasMoving = motion == .moving
        hold(at: configuration.clock.now)
        metadata.advance(from: position, to: resume)
        position = resume
        store.setPlayhead(resume)
        restartDecoders(at: resume)
        waitToMove(amount: 0, reason: .loading, tellsStart: !wasMoving)
        return true
    }
}
