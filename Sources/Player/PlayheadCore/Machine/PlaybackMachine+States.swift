extension PlaybackMachine {
    /// Performs every state change: checks the graph, updates the coarse state, and emits onStateChange. The caller emits the event of the
    /// new state immediately afterwards.
    mutating func move(to new: PlaybackState, because reason: StateChangeReason) {
        guard StateGraph.isLegal(from: state, to: new) else {
            assertionFailure("A change from \(state) to \(new) is not in the graph")
            return
        }
        let old = state
        let elapsed = now - stateTime
        state = new
        stateTime = now
        engine.readPlayhead = -.infinity
        bufferReason = nil
        restartsWatchdog = true
        if let coarse = new.playerState, coarse != playerState {
            previousPlayerState = playerState
            playerState = coarse
            pending.hasPauseEvent = coarse == .paused
        }
        emit(StateChangeEvent(oldState: old, newState: new, reason: reason, elapsed: elapsed))
    }

    /// Enters `playing` at `start` seconds, and emits onPlay unless a seek returns to playback.
    mutating func enterPlaying(at start: Double, because reason: StateChangeReason) {
        let resumes = playerState != .playing
        setPlayhead(start)
        move(to: .playing, because: reason)
        if resumes {
            item.hasEmittedPlay = true
            emit(PlayEvent(oldState: previousPlayerState, newState: playerState, reason: reasons.play))
        }
        if item.hasFirstFrame { emitFirstFrame() }
    }

    /// Enters `buffering` and emits onBuffer.
    mutating func enterBuffering(because reason: BufferReason) {
        move(to: .buffering, because: reason == .stalled ? .stalled : .loading)
        bufferReason = reason
        emit(BufferEvent(oldState: previousPlayerState, newState: playerState, reason: reason))
    }

    /// Enters `paused`, and emits onPause unless playback was paused before (a seek while paused).
    mutating func enterPaused(because reason: StateChangeReason) {
        move(to: .paused, because: reason)
        guard pending.hasPauseEvent else { return }
        pending.hasPauseEvent = false
        emit(PauseEvent(oldState: previousPlayerState, newState: playerState, reason: reasons.pause))
    }

    /// Enters `idle` and emits onIdle. No part of the playback remains.
    mutating func enterIdle(because reason: StateChangeReason, _ idleReason: IdleReason) {
        resetItem()
        move(to: .idle, because: reason)
        emit(IdleEvent(oldState: previousPlayerState, newState: playerState, reason: idleReason))
    }

    /// Resets the state of the current item.
    mutating func resetItem() {
        media = nil
        timeline = Timeline()
        timeline.time = now
        content.isLiveOver = false
        content.keepsPlayhead = false
        content.startSeek = nil
        content.failureAtEnd = nil
        content.loaded = []
        content.shownCues = []
        content.keys = [:]
        cues = []
        item = ItemProgress()
        engine.isRunning = false
        engine.isAtEnd = false
        content.isEnding = false
        isHeld = false
    }

    /// Sets the playhead to `seconds` on the playback's timeline, if finite. Live positions start at the first such value.
    mutating func setPlayhead(_ seconds: Double) {
        guard seconds.isFinite else { return }
        if !timeline.hasBegun, timeline.window != nil { timeline.origin = seconds }
        timeline.hasBegun = true
        timeline.playhead = seconds
    }

    /// Emits an event of the current item.
    mutating func emit(_ event: any PlayerEvent) {
        outputs.append(.event(event, state: state, item: currentIndex, timeline: timeline))
    }

    /// Emits onTime, and onChapter if the playhead has entered a chapter.
    mutating func emitTime() {
        emit(TimeEvent(position: position, duration: duration))
        emitChapter()
    }

    /// Emits onFirstFrame once per play of an item, and the quality that waited for it.
    mutating func emitFirstFrame() {
        guard item.hasEmittedPlay, !item.hasEmittedFirstFrame else { return }
        item.hasEmittedFirstFrame = true
        history.beginSearch()
        emit(
            FirstFrameEvent(
                oldState: previousPlayerState, newState: playerState, loadTime: milliseconds(since: item.attemptTime)))
        guard let quality = item.heldQuality else { return }
        item.heldQuality = nil
        emitQuality(quality.level, quality.mode, quality.reason)
    }

    /// Emits the warning that a command is refused; nothing else changes.
    mutating func refuse(_ kind: PlaybackError.Kind, _ why: String) {
        emit(WarningEvent(error: PlaybackError(kind, severity: .warning, url: currentItem?.url, underlying: why)))
    }

    /// Returns the milliseconds from `time` to now; 0 if `time` is `nil`.
    func milliseconds(since time: Double?) -> Double {
        (now - (time ?? now)) * 1000
    }
}
