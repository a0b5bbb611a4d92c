extension PlaybackMachine {
    /// A seek that a caller asked for. Before `ready` it is told at once and kept.
    mutating func seek(id: Int, to target: Double, _ precision: SeekPrecision) {
        let isSomethingLoaded = isOpen || state == .opening || pendingLoad != nil
        let hasTarget = !target.isNaN && (target < .infinity || !isOpen || duration < .infinity)
        guard isSomethingLoaded, hasTarget else {
            if isSomethingLoaded {
                refuse(.invalidValue, "a seek needs a target in seconds")
            } else {
                refuse(.commandRefused, "nothing is loaded")
            }
            outputs.append(.seekDone(id: id, finished: false))
            return
        }
        if isOpen { beginSeek(id: id, to: target, precision) } else { keepSeek(id: id, to: target, precision) }
    }

    private mutating func keepSeek(id: Int, to target: Double, _ precision: SeekPrecision) {
        endSeek(finished: false)
        let seek = PendingSeek(id: id, hasCaller: true, target: max(0, target), precision: precision)
        pendingSeek = seek
        let event = SeekEvent(offset: seek.target, position: 0)
        outputs.append(.event(event, state: state, item: pendingLoad?.index ?? currentIndex, position: 0))
    }

    /// At `ready`: carries out the seek that was kept.
    mutating func applyKeptSeek() {
        guard var seek = pendingSeek else { return }
        clamp(&seek)
        guard seek.target.isFinite else {
            endSeek(finished: false)
            refuse(.invalidValue, "the stream has no end to seek to")
            if intendsToPlay {
                enterPlay()
                continueStart()
            }
            return
        }
        pendingSeek = seek
        startSeek(seek)
    }

    /// Tells onSeek and sends the engine there. The machine's own seeks have no `id`.
    mutating func beginSeek(id: Int?, to target: Double, _ precision: SeekPrecision) {
        if id == nil { ownSeekID -= 1 }
        var seek = PendingSeek(id: id ?? ownSeekID, hasCaller: id != nil, target: target, precision: precision)
        clamp(&seek)
        // While it buffers for a seek, a newer one only replaces the target.
        let staysBuffering = state == .buffering && pendingSeek != nil
        endSeek(finished: false)
        tell(SeekEvent(offset: seek.target, position: position))
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

    private func clamp(_ seek: inout PendingSeek) {
        seek.target = max(0, seek.target)
        guard duration > 0, duration < .infinity, seek.target >= duration else { return }
        seek.target = duration
        seek.isAtEnd = true
    }

    private mutating func startSeek(_ seek: PendingSeek, staysBuffering: Bool = false) {
        isEnding = false
        if state != .seeking, !staysBuffering { move(to: .seeking, because: .seek) }
        // At the end the engine was not told to stand: it must not play on from the target by itself.
        if engineIsAtEnd { outputs.append(.engine(.pause)) }
        engineIsAtEnd = false
        outputs.append(.engine(.seek(id: seek.id, target: seek.target, precision: seek.precision)))
    }

    /// The target is not loaded: playing waits in `buffering`; what does not play stays in `seeking`.
    mutating func takeSeekLeftBuffer(id: Int) {
        guard state == .seeking, pendingSeek?.id == id, engineRuns else { return }
        enterBuffering(because: .loading)
    }

    /// The target is reached: goes back to where the seek came from, or where intent says, and tells onSeeked.
    mutating func takeSeeked(id: Int, at reached: Double) {
        guard let seek = pendingSeek, seek.id == id, isOpen else { return }
        setPosition(seek.isAtEnd ? duration : reached.isFinite ? reached : seek.target)
        if seek.isAtEnd {
            tell(SeekedEvent(position: position))
            beginEnding()
            return
        }
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
            enterPlaying(at: position, because: .seek)
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
