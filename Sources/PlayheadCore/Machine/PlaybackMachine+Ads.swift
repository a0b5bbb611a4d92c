// What is shown in the content's place. The machine knows of ads only that the content is held, and what is to be told.
extension PlaybackMachine {
    mutating func takeAd(_ report: AdReport) {
        switch report {
        case .hold: hold()
        case .resume(let position): resume(at: position)
        default:
            if let event = report.event { tell(event) }
            // Whoever listens for warnings only hears of ads as well.
            if case .failure(let error, _) = report { tell(WarningEvent(error: error)) }
        }
    }

    /// The engine stands as soon as it can, and is not started until ``resume(at:)``. Playing is still wanted: the content waits in `play`.
    private mutating func hold() {
        guard isOpen, state != .ended, !isEnding, !isHeld else { return }
        isHeld = true
        item.heldSince = now
        guard engineRuns else { return }
        if pendingSeek != nil {
            if state == .buffering { move(to: .seeking, because: .advertisement) }
        } else {
            move(to: .pausing, because: .advertisement)
        }
        haltEngine()
    }

    private mutating func resume(at position: Double?) {
        guard isHeld else { return }
        isHeld = false
        // What was shown before the first picture is no loading of it.
        if let since = item.heldSince, let attempt = item.attemptTime { item.attemptTime = attempt + max(0, now - max(since, attempt)) }
        item.heldSince = nil
        guard isOpen, state != .ended else { return }
        if let position, !position.isNaN, timeline.destination(of: .position(position)) != nil {
            beginSeek(id: nil, to: .position(position), .exact)
        } else if state == .play {
            continueStart()
        }
    }

    /// A held engine stands, and the content waits to go on, or does so at once if that was asked for meanwhile.
    mutating func takeHeld() {
        move(to: .play, because: .advertisement)
        continueStart()
    }
}
