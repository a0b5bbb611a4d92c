extension PlaybackMachine {
    /// Handles a seek of a caller. Before `ready` the event is emitted at once and the seek is kept.
    mutating func seek(id: Int, to target: Double, _ precision: SeekPrecision) {
        guard isOpen || state == .opening || upcoming != nil else { return refuseSeek(id, .commandRefused, "nothing is loaded") }
        guard !target.isNaN else { return refuseSeek(id, .invalidValue, "a seek needs a target in seconds") }
        guard isOpen else { return keepSeek(id: id, to: .position(target), offset: target, precision) }
        markAsRequested()
        beginSeek(id: id, to: .position(target), precision)
    }

    /// Records that a caller seeks in an item that has played: playback there does not count as started by autoplay or the list.
    private mutating func markAsRequested() {
        guard item.hasEmittedPlay, reasons.play != .interaction else { return }
        reasons.play = .external
    }

    /// Seeks to the live position.
    mutating func seekToLiveEdge(id: Int) {
        guard isOpen, timeline.window != nil else { return refuseSeek(id, .commandRefused, "no live stream is open") }
        markAsRequested()
        beginSeek(id: id, to: .liveEdge, .exact)
    }

    private mutating func refuseSeek(_ id: Int, _ kind: PlaybackError.Kind, _ why: String) {
        refuse(kind, why)
        outputs.append(.seekDone(id: id, finished: false))
    }

    /// Keeps a seek that was requested while a list was opening; its onSeek was emitted then.
    mutating func continueSeek(id: Int, to target: Double) {
        guard !isOpen, !target.isNaN, state == .opening || pending.load != nil else { return seek(id: id, to: target, .exact) }
        keepSeek(id: id, to: .position(target), offset: target, .exact, isEmitted: true)
    }

    /// Emits onSeek before `ready`, unless it `isEmitted`, and keeps the seek. The machine's own seeks have no `id`.
    mutating func keepSeek(id: Int?, to goal: SeekGoal, offset: Double, _ precision: SeekPrecision, isEmitted: Bool = false) {
        endSeek(finished: false)
        if id == nil { history.ownSeekID -= 1 }
        pending.seek = PendingSeek(
            id: id ?? history.ownSeekID, hasCaller: id != nil, offset: offset, target: offset, precision: precision, goal: goal)
        guard !isEmitted else { return }
        let event = SeekEvent(offset: offset, position: 0)
        outputs.append(.event(event, state: state, item: upcoming?.index ?? currentIndex, timeline: Timeline()))
    }

    /// Performs the kept seek in `ready`.
    mutating func applyKeptSeek() {
        guard var seek = pending.seek else { return }
        guard let destination = timeline.destination(of: seek.goal) else {
            endSeek(finished: false)
            refuse(.invalidValue, "the stream has no end to seek to")
            if intendsToPlay {
                enterPlay()
                continueStart()
            }
            return
        }
        (seek.target, seek.offset, seek.isAtEnd) = (destination.target, destination.offset, destination.isAtEnd)
        pending.seek = seek
        startSeek(seek)
    }

    /// Moves the playhead to the start time of the item. The move is part of opening, not a seek: no event is emitted.
    mutating func applyStartTime() {
        guard let start = currentItem?.startTime, start.isFinite, let destination = timeline.destination(of: .position(start)),
            !destination.isAtEnd, destination.target.isFinite, destination.target != timeline.playhead
        else { return }
        history.ownSeekID -= 1
        setPlayhead(destination.target)
        content.keepsPlayhead = true
        content.startSeek = history.ownSeekID
        outputs.append(.engine(.seek(id: history.ownSeekID, target: destination.target, precision: .exact)))
    }

    /// Emits onSeek and seeks the engine. The machine's own seeks have no `id`.
    mutating func beginSeek(id: Int?, to goal: SeekGoal, _ precision: SeekPrecision) {
        guard let destination = timeline.destination(of: goal) else {
            if let id { refuseSeek(id, .invalidValue, "the stream has no end to seek to") }
            return
        }
        if id == nil { history.ownSeekID -= 1 }
        let seek = PendingSeek(
            id: id ?? history.ownSeekID, hasCaller: id != nil, offset: destination.offset, target: destination.target, precision: precision,
            isAtEnd: destination.isAtEnd)
        // While buffering for a seek, a newer one only replaces the target.
        let staysBuffering = state == .buffering && pending.seek != nil
        endSeek(finished: false)
        if state == .ended, !seek.isAtEnd { restartItem() }
        emit(SeekEvent(offset: seek.offset, position: position))
        pending.seek = seek
        if seek.isAtEnd, content.isEnding || state == .ended {
            // The playhead is already there: the end is not emitted twice.
            emit(SeekedEvent(position: position))
            emitTime()
            endSeek(finished: true)
        } else {
            startSeek(seek, staysBuffering: staysBuffering)
        }
    }

    private mutating func startSeek(_ seek: PendingSeek, staysBuffering: Bool = false) {
        content.isEnding = false
        item.isEndSought = false
        pending.decision = nil
        // Other data is awaited from now on.
        restartsWatchdog = true
        // Live positions start at the position where playback would have started.
        timeline.hasBegun = true
        if !item.hasEmittedPlay || content.startSeek != nil { content.startSeek = seek.id }
        if state != .seeking, !staysBuffering { move(to: .seeking, because: .seek) }
        if let failure = content.failureAtEnd { return fail(failure) }
        // The engine was not paused at the end: prevent it from continuing from the target by itself.
        if engine.isAtEnd { outputs.append(.engine(.pause)) }
        engine.isAtEnd = false
        outputs.append(.engine(.seek(id: seek.id, target: seek.target, precision: seek.precision)))
    }

    /// Handles a target that is not loaded: playback, or a live start at another position, waits in `buffering`; otherwise the state stays
    /// `seeking`.
    mutating func handleSeekLeftBuffer(id: Int) {
        let isSeek = state == .seeking && pending.seek?.id == id
        let isStart = state == .play && pending.seek == nil && id == history.ownSeekID
        guard engine.isRunning, isSeek || isStart else { return }
        enterBuffering(because: .loading)
    }

    /// Whether the item completes when the seek reaches its target.
    package func endsBySeek(_ id: Int) -> Bool { isOpen && pending.seek?.id == id && pending.seek?.isAtEnd == true }

    /// Whether a seek is the current one, and the item goes on when it reaches its target.
    package func isReaching(_ id: Int) -> Bool { isOpen && pending.seek?.id == id && pending.seek?.isAtEnd == false }

    /// Handles a reached target: returns to the state before the seek, or the intended one, and emits onSeeked.
    mutating func handleSeeked(id: Int, at reached: Double) {
        if content.startSeek == id { content.startSeek = nil }
        guard let seek = pending.seek, seek.id == id, isOpen else { return }
        if seek.isAtEnd {
            item.isEndSought = !engine.isRunning
            return reachEnd()
        }
        setPlayhead(reached.isFinite ? reached : min(seek.target, timeline.liveEnd))
        content.keepsPlayhead = true
        let starts = intendsToPlay && !engine.isRunning
        if state == .seeking { leaveSeeking() }
        emit(SeekedEvent(position: position))
        emitTime()
        endSeek(finished: true)
        if starts { continueStart() }
    }

    /// Completes a seek to the end.
    mutating func reachEnd() {
        setPlayhead(timeline.length)
        emit(SeekedEvent(position: position))
        beginEnding()
    }

    private mutating func leaveSeeking() {
        if !intendsToPlay {
            move(to: .pausing, because: .seek)
            enterPaused(because: .seek)
        } else if engine.isRunning {
            enterPlaying(at: timeline.playhead, because: .seek)
        } else {
            enterPlay()
        }
    }

    /// Ends the current seek, if any, and reports the result to its caller.
    mutating func endSeek(finished: Bool) {
        guard let seek = pending.seek else { return }
        pending.seek = nil
        if seek.hasCaller { outputs.append(.seekDone(id: seek.id, finished: finished)) }
    }
}
