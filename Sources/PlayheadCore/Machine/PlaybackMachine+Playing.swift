extension PlaybackMachine {
    /// Asks for playing; what that means depends on the state, but the intent is kept in each.
    mutating func play(_ reason: PlayReason) {
        guard let index = pendingLoad?.index ?? currentIndex else {
            refuse(.commandRefused, "nothing is loaded")
            return
        }
        let isNews = !intendsToPlay
        intendsToPlay = true
        if isNews || state == .opening || state == .stopping || state == .idle { playReason = reason }
        switch state {
        case .idle:
            open(index, because: reason.stateChangeReason)
        case .stopping:
            if pendingLoad == nil { pendingLoad = PendingLoad(items: items, index: index, isNewList: false) }
        case .opening:
            tellAttempt()
        case .seeking:
            // What is ending is not asked for again.
            if !isEnding { tellAttempt() }
        case .ready, .pausing, .paused:
            enterPlay()
            continueStart()
        case .ended:
            replay(reason)
        case .play, .playing, .buffering, .error:
            break
        }
    }

    /// Asks for a pause. Where nothing moves yet, it only keeps the start from happening.
    mutating func pause(_ reason: PauseReason) {
        intendsToPlay = false
        guard !isEnding else { return }
        switch state {
        case .ready, .play, .playing:
            pauseReason = reason
            enterPausing()
        case .buffering:
            pauseReason = reason
            // The target is not reached yet: back to the seek, which then ends in `paused`.
            if pendingSeek == nil { enterPausing() } else { returnToSeeking() }
        case .seeking:
            pauseReason = reason
            haltEngine()
        case .idle, .opening, .pausing, .paused, .stopping, .ended, .error:
            break
        }
    }

    private mutating func enterPausing() {
        move(to: .pausing, because: pauseReason.stateChangeReason)
        // An engine that was never started has nothing to answer.
        if engineRuns { haltEngine() } else { enterPaused(because: .engine) }
    }

    private mutating func returnToSeeking() {
        move(to: .seeking, because: pauseReason.stateChangeReason)
        haltEngine()
    }

    mutating func haltEngine() {
        guard engineRuns else { return }
        engineRuns = false
        outputs.append(.engine(.pause))
    }

    /// Tells onPlayAttempt, once a play of an item.
    mutating func tellAttempt() {
        guard item.attemptTime == nil else { return }
        item.attemptTime = now
        tell(PlayAttemptEvent(oldState: previousPlayerState, newState: playerState, reason: playReason))
    }

    /// Enters `play`, asked for if it was not yet; ``continueStart()`` follows.
    mutating func enterPlay() {
        tellAttempt()
        move(to: .play, because: liveJump?.stateChangeReason ?? playReason.stateChangeReason)
    }

    /// In `play`: tells onBeforePlay and waits for its checkpoint, or starts the engine if that is behind.
    mutating func continueStart() {
        switch item.beforePlay {
        case .untold:
            item.beforePlay = .told
            item.beforePlayOut += 1
            tell(BeforePlayEvent())
            outputs.append(.checkpoint(.beforePlay(playback: playback)))
        case .told:
            break
        case .passed where isHeld:
            break
        case .passed where engineIsAtEnd:
            beginEnding()
        case .passed:
            jumpBeforeStart()
            engineRuns = true
            outputs.append(.engine(.start))
        }
    }

    /// A checkpoint comes back. Only the last one of the current playback counts: what it held may have been cancelled and asked for again.
    mutating func proceed(past checkpoint: MachineCheckpoint) {
        switch checkpoint {
        case .beforePlay(let number):
            guard number == playback, item.beforePlayOut > 0 else { return }
            item.beforePlayOut -= 1
            if item.beforePlayOut == 0, item.beforePlay == .told { passBeforePlay() }
        case .beforeComplete(let number):
            guard number == playback, item.beforeCompleteOut > 0 else { return }
            item.beforeCompleteOut -= 1
            if item.beforeCompleteOut == 0, isEnding { complete() }
        }
    }

    private mutating func passBeforePlay() {
        // Paused or stopped by a listener: the next play() asks again.
        item.beforePlay = intendsToPlay && isOpen ? .passed : .untold
        if state == .play { continueStart() }
    }
}

extension PlayReason {
    /// The same reason for a state change.
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
    /// The same reason for a state change.
    var stateChangeReason: StateChangeReason {
        switch self {
        case .external: .external
        case .interaction: .interaction
        case .interruption: .interruption
        case .background: .background
        }
    }
}
