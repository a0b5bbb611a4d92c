extension PlaybackMachine {
    /// Takes a report of the engine. One of an older playback, or that makes no sense now, is dropped: engine and machine run at the same time, so
    /// that reports may be older than the last command.
    mutating func take(_ report: EngineReport, of number: Int) {
        guard number == playback else { return }
        switch state {
        case .idle, .error: return
        case .stopping:
            switch report {
            case .closed: takeClosed()
            case .accessLog(let entry): takeAccessLog(entry)
            default: break
            }
        case .opening: takeWhileOpening(report)
        default: takeWhileOpen(report)
        }
    }

    private mutating func takeWhileOpening(_ report: EngineReport) {
        switch report {
        case .opened(let description): takeOpened(description)
        case .failed(let error): fail(error)
        case .warning(let error): warn(error)
        case .errorLog(let entry): tell(ErrorLogEvent(entry: entry))
        // They are told as soon as the playlist is read, and again only once they change.
        case .dates(let dates): timeline.dates = dates
        default: break
        }
    }

    private mutating func takeWhileOpen(_ report: EngineReport) {
        switch report {
        case .waiting(let reason): takeWaiting(reason)
        case .started(let position): takeStarted(at: position)
        case .progress(let position): takeProgress(at: position)
        case .paused(let position): takePaused(at: position)
        case .firstFrame: takeFirstFrame()
        case .ended(let duration): takeEnded(duration: duration)
        case .buffered(let ranges): takeBuffered(ranges)
        case .durationChanged(let duration): learn(duration: duration)
        case .seekLeftBuffer(let id): takeSeekLeftBuffer(id: id)
        case .seeked(let id, let position): takeSeeked(id: id, at: position)
        case .visualQuality(let level, let mode, let reason): takeVisualQuality(level, mode, reason)
        case .levelSelected(let index): takeLevelSelected(index)
        case .audioTrackSelected(let index): takeAudioTrackSelected(index)
        case .failed(let error): fail(error)
        case .warning(let error): warn(error)
        case .window(let window): takeWindow(window)
        case .dates(let dates): timeline.dates = dates
        case .captionsTracks(let tracks, let current): takeCaptionsTracks(tracks, current: current)
        case .captionsSelected(let index): takeCaptionsSelected(index)
        case .captionCues(let cues, let start, let end): takeCues(cues, start: start, end: end)
        case .metadata(let metadata, let phase): takeMetadata(metadata, phase)
        case .accessLog(let entry): takeAccessLog(entry)
        case .errorLog(let entry): tell(ErrorLogEvent(entry: entry))
        case .opened, .closed: break
        }
    }

    private mutating func warn(_ error: PlaybackError) {
        tell(WarningEvent(error: error.with(severity: .warning)))
    }

    private mutating func takeAccessLog(_ entry: AccessLogEntry) {
        tell(AccessLogEvent(entry: entry))
        tell(MetaEvent(metaData: entry.metaData))
    }

    // MARK: - The playhead

    /// Whether the engine was asked to move the playhead, and what it says of that is not older than a seek.
    private var isMoving: Bool { engineRuns && pendingSeek == nil }

    private mutating func takeWaiting(_ reason: BufferReason) {
        guard isMoving, state == .play || state == .playing else { return }
        enterBuffering(because: reason)
    }

    private mutating func takeStarted(at start: Double) {
        guard isMoving, state == .play || state == .buffering else { return }
        let now = reached(from: start)
        enterPlaying(at: now, because: .engine)
        if now > start { readPlayhead = now }
    }

    private mutating func takeProgress(at reached: Double) {
        guard isMoving, reached.isFinite else { return }
        // A playhead that moves has started, even if that was said before a seek or pause was heard of.
        if state == .play || state == .buffering { enterPlaying(at: reached, because: .engine) }
        guard state == .playing else { return }
        if reached != lastProgress { restartsWatchdog = true }
        lastProgress = reached
        holdsPlace = false
        setPlayhead(max(reached, readPlayhead))
        tellFirstFrame()
        tellTime()
    }

    /// The engine stands.
    mutating func takePaused(at reached: Double) {
        guard state == .pausing else { return }
        setPlayhead(reached)
        // Only what is held pauses in spite of intent.
        if intendsToPlay { takeHeld() } else { enterPaused(because: .engine) }
    }

    private mutating func takeFirstFrame() {
        guard state != .ended else { return }
        item.firstFrameSeen = true
        tellFirstFrame()
    }

    // MARK: - What is loaded

    private mutating func takeBuffered(_ ranges: [TimeRange]) {
        guard ranges != loaded else { return }
        if amount(of: ranges) > amount(of: loaded) || (ranges.last?.end ?? 0) > (loaded.last?.end ?? 0),
            watchdog?.timer == .buffering
        {
            restartsWatchdog = true
        }
        loaded = ranges
        guard timeline.kind == .onDemand, duration > 0 else { return }
        tell(
            BufferChangeEvent(
                oldState: previousPlayerState, newState: playerState, position: position, duration: duration,
                bufferPercent: bufferPercent, ranges: ranges))
    }

    private func amount(of ranges: [TimeRange]) -> Double {
        ranges.reduce(0) { $0 + $1.duration }
    }

    /// The end of what is loaded around the playhead, 0 to 100 % of the duration.
    private var bufferPercent: Double {
        // Streams begin a few ticks beside 0, and the playhead stands between frames.
        let tolerance = 0.1
        let around = loaded.first { $0.start <= position + tolerance && position <= $0.end + tolerance }
        return min(100, max(0, (around?.end ?? position) / duration * 100))
    }
}
