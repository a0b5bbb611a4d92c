extension PlaybackMachine {
    /// Makes every state change: checks the graph, keeps the coarse state, and tells onStateChange. The event that follows from the change is told
    /// by the caller, directly after.
    mutating func move(to new: PlaybackState, because reason: StateChangeReason) {
        guard StateGraph.isLegal(from: state, to: new) else {
            assertionFailure("A change from \(state) to \(new) is not in the graph")
            return
        }
        let old = state
        let elapsed = now - stateTime
        state = new
        stateTime = now
        readPlayhead = -.infinity
        bufferReason = nil
        restartsWatchdog = true
        if let coarse = new.playerState, coarse != playerState {
            previousPlayerState = playerState
            playerState = coarse
            owesPause = coarse == .paused
        }
        tell(StateChangeEvent(oldState: old, newState: new, reason: reason, elapsed: elapsed))
    }

    /// Enters `playing` at `start` seconds, and tells onPlay unless it is a seek's return to playing.
    mutating func enterPlaying(at start: Double, because reason: StateChangeReason) {
        let resumes = playerState != .playing
        setPlayhead(start)
        move(to: .playing, because: reason)
        if resumes {
            item.playTold = true
            tell(PlayEvent(oldState: previousPlayerState, newState: playerState, reason: playReason))
        }
        if item.firstFrameSeen { tellFirstFrame() }
    }

    /// Enters `buffering` and tells onBuffer.
    mutating func enterBuffering(because reason: BufferReason) {
        move(to: .buffering, because: reason == .stalled ? .stalled : .loading)
        bufferReason = reason
        tell(BufferEvent(oldState: previousPlayerState, newState: playerState, reason: reason))
    }

    /// Enters `paused`, and tells onPause unless it was paused before (a seek while paused).
    mutating func enterPaused(because reason: StateChangeReason) {
        move(to: .paused, because: reason)
        guard owesPause else { return }
        owesPause = false
        tell(PauseEvent(oldState: previousPlayerState, newState: playerState, reason: pauseReason))
    }

    /// Enters `idle` and tells onIdle. Nothing of the playback is left.
    mutating func enterIdle(because reason: StateChangeReason, _ idleReason: IdleReason) {
        forgetItem()
        move(to: .idle, because: reason)
        tell(IdleEvent(oldState: previousPlayerState, newState: playerState, reason: idleReason))
    }

    /// Forgets what is known of the current item.
    mutating func forgetItem() {
        media = nil
        timeline = Timeline()
        timeline.time = now
        isLiveOver = false
        holdsPlace = false
        loaded = []
        shownCues = []
        cues = []
        item = ItemProgress()
        engineRuns = false
        engineIsAtEnd = false
        isEnding = false
        isHeld = false
    }

    /// Puts the playhead at `seconds` on the playback's timeline, if that is a number. Live positions count from the first such place.
    mutating func setPlayhead(_ seconds: Double) {
        guard seconds.isFinite else { return }
        if !timeline.hasBegun, timeline.window != nil { timeline.origin = seconds }
        timeline.hasBegun = true
        timeline.playhead = seconds
    }

    /// Tells an event of the current item.
    mutating func tell(_ event: any PlayerEvent) {
        outputs.append(.event(event, state: state, item: currentIndex, timeline: timeline))
    }

    /// Tells onTime.
    mutating func tellTime() {
        tell(TimeEvent(position: position, duration: duration))
    }

    /// Tells onFirstFrame once a play of an item, and the picture's quality that waited for it.
    mutating func tellFirstFrame() {
        guard item.playTold, !item.firstFrameTold else { return }
        item.firstFrameTold = true
        failuresInARow = 0
        tell(
            FirstFrameEvent(
                oldState: previousPlayerState, newState: playerState, loadTime: milliseconds(since: item.attemptTime)))
        guard let quality = item.heldQuality else { return }
        item.heldQuality = nil
        tellQuality(quality.level, quality.mode, quality.reason)
    }

    /// Tells that a command is refused; nothing changes by it.
    mutating func refuse(_ kind: PlaybackError.Kind, _ why: String) {
        tell(WarningEvent(error: PlaybackError(kind, severity: .warning, url: currentItem?.url, underlying: why)))
    }

    /// Milliseconds from `time` to now; 0 where there is no such time.
    func milliseconds(since time: Double?) -> Double {
        (now - (time ?? now)) * 1000
    }
}
