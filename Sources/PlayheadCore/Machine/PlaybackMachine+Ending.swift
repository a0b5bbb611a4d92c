extension PlaybackMachine {
    /// The engine reached the end.
    mutating func takeEnded(duration reported: Double) {
        switch state {
        case .playing, .play, .buffering:
            guard engineRuns, pendingSeek == nil else { return }
        case .seeking:
            // Else it ended before it heard of the seek.
            guard let seek = pendingSeek, seek.isAtEnd || seek.target == .infinity else { return }
            pendingSeek?.isAtEnd = true
            learnEnd(reported)
            takeSeeked(id: seek.id, at: timeline.length)
            return
        case .pausing, .paused:
            // It ended before it heard of the pause: the next start completes the item.
            guard pendingSeek == nil, item.playTold || state == .pausing else { return }
            learnEnd(reported)
            engineIsAtEnd = true
            takePaused(at: timeline.length)
            return
        case .idle, .opening, .ready, .stopping, .ended, .error:
            return
        }
        learnEnd(reported)
        beginEnding()
    }

    /// The duration is known better. While a stream is live it has none.
    mutating func learn(duration reported: Double) {
        guard reported.isFinite, reported >= 0, isOpen else { return }
        if timeline.kind != .onDemand {
            if timeline.window == nil || isLiveOver { endLive(length: reported) }
            return
        }
        timeline.length = reported
        guard let range = media?.seekableRange else { return }
        media?.duration = reported
        media?.seekableRange = TimeRange(start: range.start, end: reported)
    }

    /// What has ended has a length, known or not, and is live no more.
    private mutating func learnEnd(_ reported: Double) {
        isLiveOver = timeline.kind != .onDemand
        learn(duration: reported)
        if timeline.kind != .onDemand { endLive(length: max(0, timeline.playhead)) }
    }

    /// The playhead is at the end: tells the last onTime and onBeforeComplete, and waits for its checkpoint.
    mutating func beginEnding() {
        isEnding = true
        engineRuns = false
        engineIsAtEnd = true
        setPlayhead(timeline.length)
        tellFirstFrame()
        tellTime()
        endSeek(finished: true)
        tell(BeforeCompleteEvent())
        item.beforeCompleteOut += 1
        outputs.append(.checkpoint(.beforeComplete(playback: playback)))
    }

    /// The item is done: on to the next, again to the first, or the list is complete.
    mutating func complete() {
        isEnding = false
        move(to: .ended, because: .ended)
        tell(CompleteEvent(oldState: previousPlayerState, newState: playerState))
        if let following = followingIndex {
            playReason = following > 0 ? .playlist : .repeat
            open(following, because: .playlist)
        } else if !options.repeats {
            tell(PlaylistCompleteEvent())
        } else {
            replay(.repeat)
        }
    }

    /// The item that opens when the current one has completed; `nil` where none does.
    public var followingIndex: Int? {
        guard let currentIndex else { return nil }
        if currentIndex + 1 < items.count { return currentIndex + 1 }
        return options.repeats && items.count > 1 ? 0 : nil
    }

    /// At `ended`: the item again, from its start, as if it were played for the first time.
    mutating func replay(_ reason: PlayReason) {
        playReason = reason
        beginSeek(id: nil, to: .start, .exact)
    }

    /// The item is complete and its playhead goes back into it: whatever asked for that, it is another play of the item.
    mutating func restartItem() {
        item.restart()
        if intendsToPlay { tellAttempt() }
    }
}
