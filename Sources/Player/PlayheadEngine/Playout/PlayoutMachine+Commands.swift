import PlayheadCore

/// Commands, and seeks until their target is reached.
extension PlayoutMachine {
    /// Starts an item that was opened at `start` (seconds) with the announced duration (seconds).
    mutating func open(_ item: Item, at start: Double, duration: Double, now: Double) {
        self.item = item
        length.duration = duration
        position = start
        clock.set(start, at: now)
    }

    /// Requests the playhead to move.
    mutating func start(at now: Double) -> [PlayoutInstruction] {
        guard !wantsToMove else { return [] }
        wantsToMove = true
        live.followsEdge = nil
        if seek == nil { waitToMove(amount: PlayoutLimits.startAmount, reason: .loading, reportsStart: true, at: now) }
        return drain()
    }

    /// Stops the playhead.
    mutating func pause(_ facts: PlayoutFacts) -> [PlayoutInstruction] {
        wantsToMove = false
        stop(facts)
        emit(.report(.paused(position: position)))
        return drain()
    }

    /// Moves the playhead to its current time and stops it there.
    private mutating func stop(_ facts: PlayoutFacts) {
        settle(facts)
        hold(at: facts.now)
    }

    /// Moves a moving playhead to its current time, but not to a stop, which is reached only by playing.
    private mutating func settle(_ facts: PlayoutFacts) {
        guard motion == .moving else { return }
        let stop = stopAhead(facts) ?? .infinity
        advance(to: min(playhead(facts), mediaEnd(facts) ?? .infinity, stop - PlayoutLimits.pictureDue), facts)
    }

    /// Changes the rate.
    mutating func setRate(_ rate: Double, _ facts: PlayoutFacts) -> [PlayoutInstruction] {
        guard rate != self.rate else { return [] }
        let wasMoving = motion == .moving
        settle(facts)
        let before = tempo
        self.rate = rate
        live.pacing = nil
        noteLivePosition(at: seek?.target ?? position, facts)
        clock.setRate(tempo, at: facts.now)
        // The device holds sound of the old tempo: the sound restarts at the playhead, or at the target of a seek.
        if facts.sound?.hasOutput == true, tempo != before {
            hold(at: facts.now)
            emit(.restartSound(at: seek?.target ?? position))
            if wantsToMove, seek == nil { waitToMove(amount: 0, reason: .loading, reportsStart: !wasMoving, at: facts.now) }
        }
        return drain()
    }

    /// Restarts the sound at the playhead, because its device was opened again or its delay changed; the playhead waits for the device.
    mutating func restartSound(_ facts: PlayoutFacts) -> [PlayoutInstruction] {
        let isMoving =
            switch motion {
            case .moving, .starting: true
            // A stopped device was not paused.
            case .held, .waiting: isDeviceRunning
            }
        if isMoving { stop(facts) }
        emit(.restartSound(at: seek?.target ?? position))
        if isMoving, wantsToMove, seek == nil { waitToMove(amount: 0, reason: .loading, reportsStart: false, at: facts.now) }
        return drain()
    }

    /// Ends playback with an error that a component reports.
    mutating func report(failure: PlaybackError, at now: Double) -> [PlayoutInstruction] {
        fail(failure, at: now)
        return drain()
    }

    // MARK: Seeking

    /// Starts a seek. It replaces a pending one, at once or after that has shown its picture.
    mutating func begin(_ newSeek: PlayoutSeek, _ facts: PlayoutFacts) -> [PlayoutInstruction] {
        guard !isOver else { return [] }
        var newSeek = newSeek
        if let window = facts.window {
            newSeek.target = min(max(newSeek.target, window.seekable.start), window.seekable.end)
        } else if newSeek.target == .infinity {
            newSeek.target = facts.loaded.end ?? length.duration
        }
        nextSeek = newSeek
        if !isAboutToShow(facts) { beginNext(facts) }
        return drain()
    }

    /// Whether the current seek shows its picture before a newer one begins, so that pictures change while a key is held or a pointer moves.
    private func isAboutToShow(_ facts: PlayoutFacts) -> Bool {
        guard seek != nil, !item.isUnpaced, facts.pictures?.areLeftOut == false, facts.loaded.ahead > 0 else { return false }
        return facts.now - seekStart < PlayoutLimits.searchTime
    }

    private mutating func beginNext(_ facts: PlayoutFacts) {
        guard let next = nextSeek else { return }
        stop(facts)
        (seek, nextSeek, seekStart) = (next, nil, facts.now)
        waits.data = nil
        let before = tempo
        noteLivePosition(at: next.target, facts)
        if tempo != before { emit(.setTempo(tempo)) }
        emit(.beginSeek(next))
    }

    /// Moves the playhead to the target of a seek once its picture is found or its sound is available.
    mutating func reach(_ current: PlayoutSeek, _ facts: PlayoutFacts) {
        let isPending =
            if facts.pictures != nil { facts.target == nil } else { facts.sound?.supply == .starved && facts.sound?.isPrimed == false }
        if isPending {
            if let error = facts.loaded.error { fail(error, at: facts.now) }
            if nextSeek != nil, !isAboutToShow(facts) { return beginNext(facts) }
            return emit(.wait(until: nextSeek == nil ? .infinity : seekStart + PlayoutLimits.searchTime))
        }
        guard nextSeek == nil else {
            emit(.showSought)
            return beginNext(facts)
        }
        seek = nil
        live.followsEdge = nil
        position = current.position(facts.target, mediaEnd: facts.loaded.end)
        clock.set(position, at: facts.now)
        emit(.finishSeek(current, position: position))
        if wantsToMove { waitToMove(amount: PlayoutLimits.startAmount, reason: .loading, reportsStart: true, at: facts.now) }
    }
}
