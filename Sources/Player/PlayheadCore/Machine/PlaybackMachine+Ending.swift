extension PlaybackMachine {
    /// Handles the end of the media.
    mutating func handleEnded(duration reported: Double) {
        switch state {
        case .playing, .play, .buffering, .seeking:
            if let seek = pending.seek { return handleEnded(during: seek, duration: reported) }
            guard engine.isRunning else { return }
        case .pausing, .paused:
            // The engine ended before it received the pause: the next start completes the item.
            guard pending.seek == nil, item.hasEmittedPlay || state == .pausing else { return }
            updateEnd(reported)
            engine.isAtEnd = true
            handlePaused(at: timeline.length)
            return
        case .idle, .opening, .ready, .stopping, .ended, .error:
            return
        }
        updateEnd(reported)
        beginEnding()
    }

    private mutating func handleEnded(during seek: PendingSeek, duration reported: Double) {
        if state == .seeking, seek.isAtEnd || seek.target == .infinity {
            updateEnd(reported)
            reachEnd()
        } else if engine.isRunning {
            // The engine ended before it received the seek: it stands, also at the target, until it is started again.
            outputs.append(.engine(.start))
        }
    }

    /// Handles a more precise duration. A live stream has none.
    mutating func update(duration reported: Double) {
        guard reported.isFinite, reported >= 0, isOpen else { return }
        if timeline.kind != .onDemand {
            if timeline.window == nil || content.isLiveOver { endLive(length: reported) }
            return
        }
        timeline.length = reported
        guard let range = media?.seekableRange else { return }
        media?.duration = reported
        media?.seekableRange = TimeRange(start: range.start, end: reported)
    }

    /// Handles the end of a live stream, which has a duration from now on.
    private mutating func updateEnd(_ reported: Double) {
        content.isLiveOver = timeline.kind != .onDemand
        update(duration: reported)
        if timeline.kind != .onDemand { endLive(length: max(0, timeline.playhead)) }
    }

    /// Emits the last onTime and onBeforeComplete at the end of the media, and waits for the checkpoint.
    mutating func beginEnding() {
        content.isEnding = true
        engine.isRunning = false
        engine.isAtEnd = true
        setPlayhead(timeline.length)
        emitFirstFrame()
        emitTime()
        endSeek(finished: true)
        emit(BeforeCompleteEvent())
        item.pendingBeforeCompleteCount += 1
        outputs.append(.checkpoint(.beforeComplete(playback: playback)))
    }

    /// Completes the item: advances to the next item, repeats the list, or completes it.
    mutating func complete() {
        content.isEnding = false
        move(to: .ended, because: .ended)
        emit(CompleteEvent(oldState: previousPlayerState, newState: playerState))
        if let following = followingIndex {
            reasons.play = following > 0 ? .playlist : .repeat
            open(following, because: .playlist, isMoving: true)
        } else if repeatMode == .off {
            emit(PlaylistCompleteEvent())
        } else {
            replay(.repeat)
        }
    }

    /// The index of the item that opens when the current one has completed; `nil` if none does.
    package var followingIndex: Int? {
        guard let currentIndex, repeatMode != .item else { return nil }
        if currentIndex + 1 < items.count { return currentIndex + 1 }
        return repeatMode == .list && items.count > 1 ? 0 : nil
    }

    /// Plays the item again in `ended`, from its start, as if for the first time.
    mutating func replay(_ reason: PlayReason) {
        reasons.play = reason
        beginSeek(id: nil, to: .start, .exact)
    }

    /// Starts another play of a completed item whose playhead moves back, whatever the cause.
    mutating func restartItem() {
        item.restart()
        if intendsToPlay { emitPlayAttempt() }
    }
}
