extension PlaybackMachine {
    /// A seek that a caller asked for. Before `ready` it is told at once and kept.
    mutating func seek(id: Int, to target: Double, _ precision: SeekPrecision) {
        guard isOpen || state == .opening || pendingLoad != nil else { return refuseSeek(id, .commandRefused, "nothing is loaded") }
        guard !target.isNaN else { return refuseSeek(id, .invalidValue, "a seek needs a target in seconds") }
        guard isOpen else { return keepSeek(id: id, to: target, precision) }
        noteAsked()
        beginSeek(id: id, to: .position(target), precision)
    }

    /// Somebody asks for another place once the item has played: playing there is not the start that the configuration or the list asked for.
    private mutating func noteAsked() {
        guard item.playTold, playReason != .interaction else { return }
        playReason = .external
    }

    /// To where live playing sits.
    mutating func seekToLiveEdge(id: Int) {
        guard isOpen, timeline.window != nil else { return refuseSeek(id, .commandRefused, "no live stream is open") }
        noteAsked()
        beginSeek(id: id, to: .liveEdge, .exact)
    }

    private mutating func refuseSeek(_ id: Int, _ kind: PlaybackError.Kind, _ why: String) {
        refuse(kind, why)
        outputs.append(.seekDone(id: id, finished: false))
    }

    private mutating func keepSeek(id: Int, to target: Double, _ precision: SeekPrecision) {
        endSeek(finished: false)
        pendingSeek = PendingSeek(id: id, hasCaller: true, offset: target, target: target, precision: precision)
        let event = SeekEvent(offset: target, position: 0)
        outputs.append(.event(event, state: state, item: pendingLoad?.index ?? currentIndex, timeline: Timeline()))
    }

    /// At `ready`: carries out the seek that was kept.
    mutating func applyKeptSeek() {
        guard var seek = pendingSeek else { return }
        guard let destination = timeline.destination(of: .position(seek.offset)) else {
            endSeek(finished: false)
            refuse(.invalidValue, "the stream has no end to seek to")
            if intendsToPlay {
                enterPlay()
                continueStart()
            }
            return
        }
        (seek.target, seek.offset, seek.isAtEnd) = (destination.target, destination.offset, destination.isAtEnd)
        pendingSeek = seek
        startSeek(seek)
    }

    /// Puts the playhead where the item says that it begins. That is part of the opening, not a seek: nothing of it is told.
    mutating func applyStartTime() {
        guard let start = currentItem?.startTime, start.isFinite, let destination = timeline.destination(of: .position(start)),
            !destination.isAtEnd, destination.target.isFinite, destination.target != timeline.playhead
        else { return }
        ownSeekID -= 1
        setPlayhead(destination.target)
        holdsPlace = true
        outputs.append(.engine(.seek(id: ownSeekID, target: destination.target, precision: .exact)))
    }

    /// Tells onSeek and sends the engine there. The machine's own seeks have no `id`.
    mutating func beginSeek(id: Int?, to goal: SeekGoal, _ precision: SeekPrecision) {
        guard let destination = timeline.destination(of: goal) else {
            if let id { refuseSeek(id, .invalidValue, "the stream has no end to seek to") }
            return
        }
        if id == nil { ownSeekID -= 1 }
        let seek = PendingSeek(
            id: id ?? ownSeekID, hasCaller: id != nil, offset: destination.offset, target: destination.target, precision: precision,
            isAtEnd: destination.isAtEnd)
        // While it buffers for a seek, a newer one only replaces the target.
        let staysBuffering = state == .buffering && pendingSeek != nil
        endSeek(finished: false)
        if state == .ended, !seek.isAtEnd { restartItem() }
        tell(SeekEvent(offset: seek.offset, position: position))
        pendingSeek = seek
        if seek.isAtEnd, isEnding || state == .ended {
            // There already: the end is not told twice.
            tell(SeekedEvent(position: position))
            tellTime()
            endSeek(finished: true)
        } else {
            startSeek(seek, staysBuffering: staysBuffering)
        }
    }

    private mutating func startSeek(_ seek: PendingSeek, staysBuffering: Bool = false) {
        isEnding = false
        // Live positions count from where it would have begun.
        timeline.hasBegun = true
        if state != .seeking, !staysBuffering { move(to: .seeking, because: .seek) }
        // At the end the engine was not told to stand: it must not play on from the target by itself.
        if engineIsAtEnd { outputs.append(.engine(.pause)) }
        engineIsAtEnd = false
        outputs.append(.engine(.seek(id: seek.id, target: seek.target, precision: seek.precision)))
    }

    /// The target is not loaded: playing, or a live start that goes elsewhere, waits in `buffering`; what does not play stays in `seeking`.
    mutating func takeSeekLeftBuffer(id: Int) {
        let isSeek = state == .seeking && pendingSeek?.id == id
        let isStart = state == .play && pendingSeek == nil && id == ownSeekID
        guard engineRuns, isSeek || isStart else { return }
        enterBuffering(because: .loading)
    }

    /// The target is reached: goes back to where the seek came from, or where intent says, and tells onSeeked.
    mutating func takeSeeked(id: Int, at reached: Double) {
        guard let seek = pendingSeek, seek.id == id, isOpen else { return }
        if seek.isAtEnd {
            setPlayhead(timeline.length)
            tell(SeekedEvent(position: position))
            beginEnding()
            return
        }
        setPlayhead(reached.isFinite ? reached : min(seek.target, timeline.liveEnd))
        holdsPlace = true
        let starts = intendsToPlay && !engineRuns
        if state == .seeking { leaveSeeking() }
        tell(SeekedEvent(position: position))
        tellTime()
        endSeek(finished: true)
        if starts { continueStart() }
    }

    private mutating func leaveSeeking() {
        if !intendsToPlay {
            move(to: .pausing, because: .seek)
            enterPaused(because: .seek)
        } else if engineRuns {
            enterPlaying(at: timeline.playhead, because: .seek)
        } else {
            enterPlay()
        }
    }

    /// The seek under way, if any, is over; its caller hears how.
    mutating func endSeek(finished: Bool) {
        guard let seek = pendingSeek else { return }
        pendingSeek = nil
        if seek.hasCaller { outputs.append(.seekDone(id: seek.id, finished: finished)) }
    }
}
