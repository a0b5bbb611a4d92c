import PlayheadCore

/// Collecting the facts that ``PlayoutMachine`` decides by.
extension PlaybackEngine {
    /// Collects the facts at a time, as far as they are known without decoding.
    /// - Parameters:
    ///   - now: The monotonic time, in seconds.
    ///   - supply: The result of feeding sound in this turn.
    ///   - target: The result of the search for the target of a seek, if the picture is found.
    /// - Returns: The facts.
    func collectFacts(_ now: Double, supply: SoundSupply = .full, target: PlayoutSeek.Target? = nil) -> PlayoutFacts {
        let position = machine.position
        var facts = PlayoutFacts(now: now)
        facts.pictures = video.facts
        facts.sound = sound.map { self.facts(of: $0, supply) }
        let extent = store.extent(beyond: position)
        facts.loaded = PlayoutFacts.Loaded(
            ahead: extent.ahead, began: source?.loadingBegan, end: extent.end, isFull: extent.isFull,
            error: hasNotedError ? extent.error : nil, endError: extent.endError)
        facts.stagedSound = extent.stagedSound
        facts.window = source?.window(at: now)
        let (played, lastRead) = shared.withLock { ($0.statistics.played, $0.playhead.lastRead) }
        facts.lastRead = lastRead
        facts.stops = PlayoutFacts.Stops(fence: settings.fence, playLimit: settings.playLimit, played: played)
        facts.nextTimed = min(metadata.next(after: position) ?? .infinity, captions.nextChange(after: position))
        if configuration.pacing == .unpaced { facts.captionsReached = captions.controller.reached }
        facts.showsPictureWhileHeld = settings.showsPictureWhileHeld && machine.motion == .held && !video.hasShown
        facts.target = target
        facts.loaded.isGapEnd = machine.commonGap(facts).map { store.isLoaded($0.end) } ?? false
        facts.loaded.isLiveStart = machine.liveStart(facts).map { sound == nil || store.isLoaded($0, only: .audio) } ?? false
        return facts
    }

    private func facts(of sound: AudioRenderer, _ supply: SoundSupply) -> PlayoutFacts.Sound {
        PlayoutFacts.Sound(
            supply: supply, end: sound.end, hasSound: sound.decodedEnd != nil, hasDecoded: sound.hasDecoded, isDecoded: sound.isDecoded,
            isPrimed: sound.isPrimed,
            isDrained: sound.isDrained, isMaster: sound.isMaster, hasOutput: sound.hasOutput, audibleTime: sound.audibleTime,
            gapEnd: sound.holeEnd, firstTimeInside: sound.firstTimeInside, handedFrames: sound.handedFrames, delay: sound.delay)
    }

    // MARK: Decoding

    /// Decodes the pictures that the decisions need.
    func fillPictures(_ now: Double) {
        let position = machine.position
        let current = machine.motion == .moving ? machine.playhead(collectClock(now)) : position
        do {
            let continues = try video.fill(.init(position: position, current: current, isHeld: machine.motion == .held))
            if continues { requestWake() }
        } catch { fail(error) }
    }

    /// Decodes one more picture ahead if there is time until `deadline`, in seconds of the clock.
    /// - Returns: Whether more may be decoded.
    func decodeAhead(before deadline: Double) -> Bool {
        guard machine.seek == nil, !machine.isOver, configuration.clock.now < deadline else { return false }
        do {
            return try video.fillAhead()
        } catch {
            fail(error)
            return false
        }
    }

    /// Collects the facts that the playhead according to the clock depends on.
    private func collectClock(_ now: Double) -> PlayoutFacts {
        var facts = PlayoutFacts(now: now)
        facts.lastRead = shared.withLock { $0.playhead.lastRead }
        return facts
    }

    /// Returns the result of the search for the target of a seek, or `nil` until the picture is found.
    func findTarget(of seek: PlayoutSeek) -> PlayoutSeek.Target? {
        do {
            // As long as reading is faster than decoding, the search does not return.
            return try video.target(of: seek, hasSound: sound != nil) { dropPassed(by: seek, upTo: $0) }
        } catch {
            fail(error)
            return nil
        }
    }

    /// Hands over sound as long as there is room.
    func feedSound() -> SoundSupply {
        guard let sound else { return .ended }
        // Sound that starts after the playhead has started to move begins at the playhead.
        if machine.motion == .moving, configuration.pacing == .realTime { sound.awaitSound(from: machine.position) }
        var supply = SoundSupply.full
        // During a seek the playhead is still where it was, but the sound is that of the target.
        let position = machine.seek?.target ?? machine.position
        useSound { sound throws(PlaybackError) in supply = try sound.feed(playhead: position) }
        if let failure = sound.failure {
            sound.failure = nil
            warnings.warn("\(failure)")
        }
        shared.withLock { snapshot in
            snapshot.statistics.audioFrames = sound.handedFrames
            snapshot.statistics.audio = sound.decoded
        }
        return supply
    }

    /// Uses the sound; if its device fails to open, playback continues in silence, unless a device is required.
    func useSound(_ body: (AudioRenderer) throws(PlaybackError) -> Void) {
        guard let sound else { return }
        do {
            try body(sound)
        } catch {
            guard !configuration.requiresAudioOutput else { return fail(error) }
            report(.warning(error))
            if let format = sound.wantedFormat { awaitDevice(format) }
        }
    }

    /// Switches to the selected sound once enough of it is loaded.
    func takeOverSound(_ facts: PlayoutFacts) {
        guard let sound, let source, let attempt = machine.attemptTakeover(facts) else { return }
        guard source.takeOverSound(at: attempt.time, amount: PlayoutLimits.takeoverAmount, isUrgent: attempt.isUrgent) else { return }
        guard attempt.joins else { return sound.restart(at: attempt.time, rate: machine.tempo) }
        do {
            try sound.join(at: attempt.time)
        } catch { report(.warning(error)) }
    }
}
