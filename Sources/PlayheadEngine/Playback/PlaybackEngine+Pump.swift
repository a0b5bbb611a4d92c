import PlayheadCore

extension PlaybackEngine {
    /// Does what is due.
    /// - Returns: When to look again on the clock, in seconds; infinity when only something new makes a difference.
    func pump() -> Double {
        let now = configuration.clock.now
        var next = Double.infinity
        if seek != nil {
            next = pumpSeek(now)
        } else {
            takeOverSound()
            fillPictures()
            switch motion {
            case .held:
                if standing != nil { return min(pumpStanding(now), tellBuffer(now)) }
                captions.present(at: position)
                // A device is filled ahead; without one sound goes with the playhead.
                if sound?.hasOutput == true { _ = feedSound() }
            case .waiting: next = pumpWaiting(now)
            case .starting: next = pumpStarting(now)
            case .moving: next = configuration.pacing == .unpaced ? pumpUnpaced(now) : pumpMoving(now)
            }
        }
        return min(next, tellBuffer(now))
    }

    /// Tells what is loaded, at most four times a second.
    func tellBuffer(_ now: Double) -> Double {
        guard !isOver, let range = store.loadedRange() else { return .infinity }
        let shown = TimeRange(start: max(0, range.start), end: min(range.end, duration))
        guard shown != lastBufferTold else { return .infinity }
        guard now >= nextBufferTold else { return nextBufferTold }
        let interval = 0.25
        nextBufferTold = now + interval
        lastBufferTold = shown
        if let source { shared.statistics.withLock { $0.downloadsOverdue = source.downloadsOverdue } }
        report(.buffered([shown]))
        return .infinity
    }

    // MARK: Decoding ahead

    /// Decoded pictures that are held ready.
    private static var pictureQueue: Int { 4 }

    func fillPictures() {
        guard let pictures else {
            supply = .ended
            return
        }
        if leavesPicturesOut { return leavePicturesOut() }
        if pictureUse != .shown, !takePicturesUp(pictures) { return }
        while queue.count < Self.pictureQueue {
            switch pictures.step() {
            case .frame(let frame):
                supply = .more
                guard frame.time >= frame.format.visibleFrom else { continue }
                captions.decode(frame)
                if isBeforeStart(frame) { continue }
                queue.append(frame)
            case .starved:
                supply = .starved
                return
            case .sparse:
                supply = .sparse
                return
            case .ended:
                supply = .ended
                return
            case .failed(let error):
                decodingFailed(pictures, "\(error)")
                if isOver { return }
            }
        }
    }

    func feedSound() -> AudioRenderer.Supply {
        guard let sound else { return .ended }
        do {
            let supply = try feedWithSilence(sound)
            if let failure = sound.failure {
                sound.failure = nil
                warn(PlaybackError(.decoding, severity: .warning, url: urlText, underlying: "\(failure)"))
            }
            shared.statistics.withLock { statistics in
                statistics.audioFrames = sound.handedFrames
                statistics.audio = sound.decoded
            }
            return supply
        } catch {
            if configuration.requiresAudioOutput {
                fail(error)
            } else {
                report(.warning(error))
                if let format = sound.wantedFormat { awaitDevice(format) }
            }
            return .full
        }
    }

    /// Hands over what there is, and where the sound has a hole that not all tracks have, a little silence ahead of the playhead: the picture goes
    /// on over it.
    private func feedWithSilence(_ sound: AudioRenderer) throws(PlaybackError) -> AudioRenderer.Supply {
        let lead = 0.5
        var supply = try sound.feed(playhead: position)
        while supply == .absent || supply == .hole, motion != .held, seek == nil, sound.end < position + lead, commonHoleEnd == nil {
            try sound.fillSilence(until: position + lead)
            supply = try sound.feed(playhead: position)
        }
        return supply
    }

    func decodingFailed(_ decoder: TrackDecoder, _ reason: String) {
        let error = PlaybackError(.decoding, severity: .warning, url: urlText, underlying: reason)
        // A stream of which nothing at all can be decoded will not get better.
        let hopeless = 300
        if !decoder.hasDecoded, decoder.failures > hopeless { return fail(error.with(severity: .fatal)) }
        warn(error)
    }

    /// Damaged data gives an error for every packet; one a second is enough.
    private func warn(_ error: PlaybackError) {
        let now = configuration.clock.now
        guard now - lastWarning >= 1 else { return }
        lastWarning = now
        report(.warning(error))
    }

    var urlText: String { SourceOpener.withoutCredentials(url) }

    // MARK: Starting

    private func pumpWaiting(_ now: Double) -> Double {
        guard case .waiting(let since, let amount, let reason, let isTold) = motion else { return .infinity }
        catchUpBeforeStart(now)
        let soundSupply = feedSound()
        let loaded = store.loaded(beyond: position)
        var enough = min(amount, max(0, duration - position))
        // At a live stream's edge there may be no more than this.
        if let window = source?.window(at: now) { enough = min(enough, max(0.1, (window.edge - position) / 2)) }
        let picturesReady = !queue.isEmpty || supply == .ended || supply == .sparse
        let soundReady = sound?.isPrimed != false || [.ended, .hole, .absent].contains(soundSupply)
        let hasFailed = store.error != nil
        if picturesReady, soundReady || now < soundHoleUntil, loaded >= enough || hasFailed || store.isFull {
            return beginMoving(now)
        }
        if hasFailed, let error = store.error, queue.isEmpty {
            fail(error)
            return .infinity
        }
        // A moment's wait is no buffering.
        let patience = 0.1
        guard !isTold, tellsStart else { return .infinity }
        guard now >= since + patience else { return since + patience }
        motion = .waiting(since: since, amount: amount, reason: reason, isTold: true)
        report(.waiting(reason))
        return .infinity
    }

    private func beginMoving(_ now: Double) -> Double {
        guard !skipHole() else { return now }
        if let sound, sound.isMaster, !sound.isDrained {
            device.resume()
            motion = .starting(since: now)
        } else {
            startMoving(at: position, now)
        }
        return now
    }

    private func pumpStarting(_ now: Double) -> Double {
        guard case .starting(let since) = motion else { return .infinity }
        _ = feedSound()
        let step = 0.004
        // A sound server's idle device may take seconds to wake.
        let patience = 3.0
        if let heard = sound?.heard {
            startMoving(at: heard, now)
        } else if sound?.isMaster != true || sound?.isDrained == true || now - since > patience {
            startMoving(at: position, now)
        } else {
            return now + step
        }
        return now
    }

    private func startMoving(at time: Double, _ now: Double) {
        position = max(position, time)
        clock.setRate(rate * catchUp, at: now)
        clock.set(position, at: now)
        clock.start(at: now)
        motion = .moving
        starvedSince = nil
        nextTick = configuration.pacing == .unpaced ? position + tick * rate : now + tick
        if tellsStart { report(.started(position: position)) }
        showDue()
        tellFirstFrame()
    }

    /// Seconds between reports of progress.
    var tick: Double { max(0.01, configuration.progressInterval) }

    /// How late a picture is still shown in time, in seconds.
    private static var lateness: Double { 0.1 }

    func tellFirstFrame() {
        guard !isFirstFrameTold, hasShownFrame || media?.video == nil || leavesPicturesOut else { return }
        isFirstFrameTold = true
        report(.firstFrame)
        if let shownLevel { tell(shownLevel) }
    }

    // MARK: Showing

    /// Shows the pictures that are due, in real time leaving out those that are late.
    /// - Parameter end: From which time on none is.
    func showDue(before end: Double = .infinity) {
        while let frame = queue.first, frame.time <= position + 0.001, isShown(frame, before: end) {
            queue.removeFirst()
            fillPictures()
            if configuration.pacing == .realTime, let next = queue.first, next.time <= position, hasShownFrame {
                countSkipped(before: frame)
                shared.statistics.withLock { $0.framesDropped += 1 }
                videoEnd = frame.end
                let hopelesslyLate = 0.3
                if position - frame.time > hopelesslyLate { skipPictures(true) }
                continue
            }
            if position - frame.time < Self.lateness { skipPictures(false) }
            countSkipped(before: frame)
            show(frame)
            tellFirstFrame()
        }
    }

    /// Whether a picture is shown where playing stands at `end`: times of pictures are rounded.
    func isShown(_ frame: DecodedFrame, before end: Double) -> Bool {
        let rounding = 0.000_5
        return frame.time < end - rounding
    }

    private func skipPictures(_ skip: Bool) {
        guard skip != isSkipping else { return }
        isSkipping = skip
        skippedUntil = skip ? .infinity : queue.last?.time ?? position
        pictures?.skipNonReference(skip)
    }

    /// Counts the pictures that the decoder left out before `frame`, as dropped.
    private func countSkipped(before frame: DecodedFrame) {
        guard frame.time <= skippedUntil, frame.duration > 0 else { return }
        let missing = ((frame.time - videoEnd) / frame.duration).rounded()
        let limit = 1000.0
        guard missing >= 1, missing < limit else { return }
        shared.statistics.withLock { $0.framesDropped += Int(saturating: missing) }
    }

    func show(_ frame: DecodedFrame) {
        videoEnd = frame.end
        shownFormat = frame.format
        hasShownFrame = true
        let decoded = pictures?.decoded
        shared.statistics.withLock { statistics in
            statistics.framesShown += 1
            if let decoded { statistics.video = decoded }
        }
        configuration.videoOutput?.present(
            VideoPicture(frame: frame.frame, time: frame.time, duration: frame.duration, level: frame.format.level))
        let level = frame.format.level ?? Self.level(of: frame)
        guard level != shownLevel else { return }
        shownLevel = level
        if isFirstFrameTold { tell(level) }
    }

    private func tell(_ level: QualityLevel) {
        let isFirst = !hasToldLevel
        hasToldLevel = true
        report(
            .visualQuality(
                level, mode: levelChoice == 0 ? .auto : .manual, reason: isFirst ? .initialChoice : levelChoice == 0 ? .auto : .api))
    }

    /// What a stream without a ladder shows, as a level.
    private static func level(of frame: DecodedFrame) -> QualityLevel {
        QualityLevel(
            index: 0, label: "\(frame.frame.height)p", bitrate: frame.format.stream.bitrate, width: frame.frame.width,
            height: frame.frame.height)
    }
}
