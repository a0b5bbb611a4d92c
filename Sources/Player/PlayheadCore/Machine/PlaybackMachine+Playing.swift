extension PlaybackMachine {
    /// Requests playback; the effect depends on the state, but the intent is kept in every state.
    mutating func play(_ reason: PlayReason) {
        guard let index = upcoming?.index ?? currentIndex else {
            refuse(.commandRefused, "nothing is loaded")
            return
        }
        let isNews = !intendsToPlay
        intendsToPlay = true
        if isNews || state == .opening || state == .stopping || state == .idle { reasons.play = reason }
        switch state {
        // The item plays after the decision of the app.
        case .idle where isDeciding, .ended where isDeciding:
            break
        case .idle:
            open(index, because: reason.stateChangeReason)
        case .stopping:
            if pending.load == nil { pending.load = PendingLoad(items: items, index: index, isNewList: false) }
        case .opening:
            emitPlayAttempt()
        case .seeking:
            // An ending item is not requested again.
            if !content.isEnding { emitPlayAttempt() }
        case .ready, .pausing, .paused:
            enterPlay()
            continueStart()
        case .ended:
            replay(reason)
        case .play, .playing, .buffering, .error:
            break
        }
    }

    /// Requests a pause. If the playhead does not move yet, the pause only prevents the start.
    mutating func pause(_ reason: PauseReason) {
        // A repeated request has no effect; but content that stops for an ad has not been paused by a request.
        let isRepeated = !intendsToPlay && (state == .pausing || state == .paused)
        if !isRepeated { reasons.pause = reason }
        intendsToPlay = false
        guard !content.isEnding else { return }
        switch state {
        case .ready, .play, .playing:
            enterPausing()
        case .buffering:
            // The target is not reached: return to the seek, which then ends in `paused`.
            if pending.seek == nil { enterPausing() } else { returnToSeeking() }
        case .seeking:
            haltEngine()
        case .idle, .opening, .pausing, .paused, .stopping, .ended, .error:
            break
        }
    }

    private mutating func enterPausing() {
        move(to: .pausing, because: reasons.pause.stateChangeReason)
        // An engine that was never started does not respond.
        if engine.isRunning { haltEngine() } else { enterPaused(because: .engine) }
    }

    private mutating func returnToSeeking() {
        move(to: .seeking, because: reasons.pause.stateChangeReason)
        haltEngine()
    }

    mutating func haltEngine() {
        guard engine.isRunning else { return }
        engine.isRunning = false
        outputs.append(.engine(.pause))
    }

    /// Emits onPlayAttempt, once per play of an item.
    mutating func emitPlayAttempt() {
        guard item.attemptTime == nil else { return }
        item.attemptTime = now
        emit(PlayAttemptEvent(oldState: previousPlayerState, newState: playerState, reason: reasons.play))
    }

    /// Enters `play`, after emitting onPlayAttempt if necessary; ``continueStart()`` follows.
    mutating func enterPlay() {
        emitPlayAttempt()
        move(to: .play, because: liveJump?.stateChangeReason ?? reasons.play.stateChangeReason)
    }

    /// Emits onBeforePlay in `play` and waits for its checkpoint, or starts the engine if the checkpoint has passed.
    mutating func continueStart() {
        switch item.beforePlay {
        case .pending:
            item.beforePlay = .emitted
            item.pendingBeforePlayCount += 1
            emit(BeforePlayEvent())
            outputs.append(.checkpoint(.beforePlay(playback: playback)))
        case .emitted:
            break
        case .passed where isHeld:
            break
        case .passed where engine.isAtEnd:
            beginEnding()
        case .passed:
            jumpBeforeStart()
            engine.isRunning = true
            outputs.append(.engine(.start))
        }
    }

    /// Handles a returned checkpoint. Only the last one of the current playback counts, because a start may have been cancelled and
    /// requested again.
    mutating func proceed(past checkpoint: MachineCheckpoint) {
        switch checkpoint {
        case .beforePlay(let number):
            guard number == playback, item.pendingBeforePlayCount > 0 else { return }
            item.pendingBeforePlayCount -= 1
            if item.pendingBeforePlayCount == 0, item.beforePlay == .emitted { passBeforePlay() }
        case .beforeComplete(let number):
            guard number == playback, item.pendingBeforeCompleteCount > 0 else { return }
            item.pendingBeforeCompleteCount -= 1
            if item.pendingBeforeCompleteCount == 0, content.isEnding { complete() }
        }
    }

    private mutating func passBeforePlay() {
        // A listener paused or stopped: the next play() requests the start again.
        item.beforePlay = intendsToPlay && isOpen ? .passed : .pending
        if state == .play { continueStart() }
    }
}

extension PlayReason {
    /// The corresponding reason for a state change.
    var stateChangeReason: StateChangeReason {
        switch self {
        case .external: .external
        case .interaction: .interaction
        case .autostart: .autostart
        case .playlist, .repeat: .playlist
        case .interruption: .interruption
        }
    }
}

extension PauseReason {
    /// The corresponding reason for a state change.
    var stateChangeReason: StateChangeReason {
        switch self {
        case .external: .external
        case .interaction: .interaction
        case .interruption: .interruption
        case .background: .background
        }
    }
}
