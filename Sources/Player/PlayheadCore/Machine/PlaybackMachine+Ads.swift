// Ads instead of the content. The machine knows only that the content is held, and which events to emit.
extension PlaybackMachine {
    mutating func handleAd(_ report: AdReport) {
        switch report {
        case .hold: hold()
        case .holdWithoutSeek:
            dropSeek()
            hold()
        case .resume(let position): resume(at: position)
        case .fence(let time): if isOpen { outputs.append(.engine(.setFence(time))) }
        default:
            if let event = report.event { emit(event) }
            // Observers of warnings receive failures of ads as well.
            if case .failure(let error, _) = report { emit(WarningEvent(error: error)) }
        }
    }

    /// Stops the engine as soon as possible and does not start it until ``resume(at:)``. The intent to play is kept: the content waits in
    /// `play`.
    private mutating func hold() {
        guard isOpen, state != .ended, !content.isEnding, !isHeld else { return }
        isHeld = true
        item.holdTime = now
        guard engine.isRunning else { return }
        if pending.seek != nil {
            if state == .buffering { move(to: .seeking, because: .advertisement) }
        } else {
            move(to: .pausing, because: .advertisement)
        }
        haltEngine()
    }

    /// The dropped seek completes as not finished, and the content stands where it was, in `play`.
    private mutating func dropSeek() {
        guard !isHeld, pending.seek != nil, intendsToPlay, state == .seeking || state == .buffering, !content.isEnding else { return }
        endSeek(finished: false)
        if state == .buffering { move(to: .seeking, because: .advertisement) }
        haltEngine()
        move(to: .play, because: .advertisement)
    }

    private mutating func resume(at position: Double?) {
        guard isHeld else { return }
        isHeld = false
        // The time of an ad before the first picture does not count as loading time of the content.
        if let since = item.holdTime, let attempt = item.attemptTime { item.attemptTime = attempt + max(0, now - max(since, attempt)) }
        item.holdTime = nil
        guard isOpen, state != .ended else { return }
        // A live stream whose place has left the window, or is far behind, continues as after a pause.
        if let position, !position.isNaN, timeline.destination(of: .position(position)) != nil,
            liveJump(from: timeline.playbackTime(at: position)) == nil
        {
            beginSeek(id: nil, to: .position(position), .exact)
        } else if state == .play {
            continueStart()
        }
    }

    /// Handles the stop of a held engine: the content waits in `play`, or continues at once if `resume` came in the meantime.
    mutating func handleHeldPause() {
        move(to: .play, because: .advertisement)
        continueStart()
    }
}
