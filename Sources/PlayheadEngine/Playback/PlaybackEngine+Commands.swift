import PlayheadCore

extension PlaybackEngine {
    func start() {
        guard !wantsToMove else { return }
        wantsToMove = true
        guard seek == nil else { return }
        waitToMove(amount: Self.startAmount, reason: .loading, tellsStart: true)
    }

    func pause() {
        wantsToMove = false
        let now = configuration.clock.now
        if motion == .moving { advance(to: playhead(at: now)) }
        hold(at: now)
        report(.paused(position: position))
    }

    func change(rate: Double) {
        guard rate != self.rate else { return }
        let now = configuration.clock.now
        if motion == .moving { advance(to: playhead(at: now)) }
        self.rate = rate
        catchUp = 1
        clock.setRate(rate, at: now)
        source?.setRate(rate)
        guard let sound, sound.hasOutput, media != nil else { return }
        // What the device holds is of the old tempo: the sound is taken anew from where the playhead is, or will be.
        let wasMoving = motion == .moving
        hold(at: now)
        let start = seek?.target ?? position
        // Where that is not loaded (any more, or yet) the sound goes on with what comes next.
        _ = store.seek(to: start, only: .audio)
        sound.restart(at: start, rate: rate)
        if wantsToMove, seek == nil { waitToMove(amount: 0, reason: .loading, tellsStart: !wasMoving) }
    }

    func begin(_ newSeek: Seek) {
        guard media != nil, !isOver else { return }
        let now = configuration.clock.now
        var newSeek = newSeek
        if let window = source?.window(at: now) {
            newSeek.target = min(max(newSeek.target, window.seekable.start), window.seekable.end)
        } else if newSeek.target == .infinity {
            newSeek.target = store.mediaEnd ?? duration
        }
        if motion == .moving { advance(to: playhead(at: now)) }
        hold(at: now)
        seek = newSeek
        starvedSince = nil
        if store.seek(to: newSeek.target) {
            source?.playheadMoved(to: newSeek.target)
        } else {
            report(.seekLeftBuffer(id: newSeek.id))
            source?.seek(to: newSeek.target)
        }
        store.setPlayhead(newSeek.target)
        restartDecoders(at: newSeek.target)
    }

    /// Lets decoding go on at `time`, where the store's cursors are now.
    func restartDecoders(at time: Double) {
        queue = []
        supply = .more
        pictureUse = .shown
        captions.reset()
        shownFormat = nil
        pictures?.reset()
        sound?.restart(at: time, rate: rate)
        videoEnd = time
    }

    /// Stops the playhead where it is.
    func hold(at now: Double) {
        clock.stop(at: now)
        clock.set(position, at: now)
        device.pause()
        motion = .held
        standing = nil
    }

    func waitToMove(amount: Double, reason: BufferReason, tellsStart: Bool) {
        self.tellsStart = tellsStart
        motion = .waiting(since: configuration.clock.now, amount: amount, reason: reason, isTold: false)
        standing = nil
    }

    /// Seconds of data that a start needs.
    static var startAmount: Double { 0.3 }

    /// Seconds of data that going on after a stall needs: near a live stream's edge no more than half of what lies between.
    func resumeAmount(at now: Double) -> Double {
        let usual = 2.0
        return source?.window(at: now).map { min(usual, $0.targetLatency / 2) } ?? usual
    }
}
