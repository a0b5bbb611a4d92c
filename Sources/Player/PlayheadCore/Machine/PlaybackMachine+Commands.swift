extension PlaybackMachine {
    /// Performs a command, or refuses it.
    mutating func handleCommand(_ command: MachineInput) {
        guard state != .error || command.isPossibleAfterError else {
            refuse(.commandRefused, "after a fatal error only release(), another item of the list and settings are possible")
            switch command {
            case .seek(let id, _, _), .continueSeek(let id, _), .seekToLiveEdge(let id): outputs.append(.seekDone(id: id, finished: false))
            default: break
            }
            return
        }
        switch command {
        case .load(let items, let index): load(items, at: index)
        case .loadFailed(let error): emit(WarningEvent(error: error.with(severity: .warning)))
        case .play(let reason): play(reason)
        case .pause(let reason): pause(reason)
        case .stop: stop()
        case .seek(let id, let target, let precision): seek(id: id, to: target, precision)
        case .continueSeek(let id, let target): continueSeek(id: id, to: target)
        case .seekToLiveEdge(let id): seekToLiveEdge(id: id)
        case .setRate(let rate): setRate(rate)
        case .setVolume(let volume): setVolume(volume)
        case .setMuted(let muted): setMuted(muted)
        case .selectLevel(let index): selectLevel(index)
        case .selectAudioTrack(let index): selectAudioTrack(index)
        case .selectCaptions(let index): selectCaptions(index)
        case .next: next()
        case .previous: previous()
        case .selectItem(let index): selectItem(index)
        case .arrange(let items, let index): arrange(items, at: index)
        case .describe(let index, let description): describe(index, description)
        case .setRepeatMode(let mode): repeatMode = mode
        case .setDecisionTimeout(let seconds): setDecisionTimeout(seconds)
        // Not commands: `handle` processes them.
        case .release, .configure, .view, .ads, .decide, .engine, .timer, .proceed: break
        }
    }

    /// Closes the playback; the list is kept.
    private mutating func stop() {
        guard state != .idle || isDeciding else { return }
        intendsToPlay = false
        pending.load = nil
        pending.decision = nil
        guard state != .idle else { return endSeek(finished: false) }
        close(.stopped, because: .external)
    }

    /// Starts closing, from every state except `idle` and `error`. Pending requests for the current item are cancelled.
    mutating func close(_ reason: IdleReason, because cause: StateChangeReason) {
        endSeek(finished: false)
        pending.decision = nil
        reasons.idle = reason
        guard state != .stopping else { return }
        if reason != .released {
            clearCues()
            releaseKeys()
        }
        content.isEnding = false
        engine.isRunning = false
        move(to: .stopping, because: cause)
        outputs.append(.engine(.close(playback: playback)))
    }

    /// Releases everything, without waiting for the engine.
    mutating func release() {
        pending.load = nil
        pending.decision = nil
        intendsToPlay = false
        error = nil
        switch state {
        case .idle: endSeek(finished: false)
        case .error: enterIdle(because: .release, .released)
        default:
            close(.released, because: .release)
            enterIdle(because: .release, .released)
        }
        items = []
        currentIndex = nil
    }

    /// Ends the playback with a fatal error, except while it is closing. `ended` has no transition to `error`: the item fails when it is
    /// played again.
    mutating func fail(_ cause: PlaybackError) {
        if state == .ended { content.failureAtEnd = cause }
        guard state != .ended, state != .stopping, state != .idle, state != .error else { return }
        if let next = replacementIndex { return skip(cause, to: next) }
        let failure = cause.with(severity: history.hasEmittedReady ? .fatal : .setup)
        endSeek(finished: false)
        clearCues()
        releaseKeys()
        content.isEnding = false
        engine.isRunning = false
        error = failure
        move(to: .error, because: .failure)
        emit(history.hasEmittedReady ? ErrorEvent(error: failure) as any PlayerEvent : SetupErrorEvent(error: failure))
        outputs.append(.engine(.close(playback: playback)))
    }
}

extension MachineInput {
    /// Whether the command is possible after a fatal error: another item of the list, which releases the failed one, and what is kept for
    /// later items.
    fileprivate var isPossibleAfterError: Bool {
        switch self {
        case .next, .previous, .selectItem, .arrange, .describe, .setRepeatMode, .setDecisionTimeout, .setRate, .setVolume, .setMuted: true
        default: false
        }
    }
}
