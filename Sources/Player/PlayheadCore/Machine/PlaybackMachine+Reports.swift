extension PlaybackMachine {
    /// Handles a report of the engine. A report of an older playback, or one that is invalid in the current state, is dropped: the engine
    /// runs concurrently, so that reports may be older than the last command.
    mutating func handle(_ report: EngineReport, of number: Int) {
        guard number == playback else { return }
        switch state {
        case .idle, .error: return
        case .stopping:
            switch report {
            case .closed: handleClosed()
            case .accessLog(let entry): handleAccessLog(entry)
            default: break
            }
        case .opening: handleWhileOpening(report)
        default: handleWhileOpen(report)
        }
    }

    private mutating func handleWhileOpening(_ report: EngineReport) {
        switch report {
        case .opened(let description): handleOpened(description)
        case .failed(let error): fail(error)
        case .warning(let error): warn(error)
        case .errorLog(let entry): emit(ErrorLogEvent(entry: entry))
        case .keyStatus(let id, let status, let system): handleKey(id, status, of: system)
        // Reported as soon as the playlist is read, and again only on changes.
        case .dates(let dates): timeline.dates = dates
        default: break
        }
    }

    private mutating func handleWhileOpen(_ report: EngineReport) {
        switch report {
        case .waiting(let reason): handleWaiting(reason)
        case .started(let position): handleStarted(at: position)
        case .progress(let position): handleProgress(at: position)
        case .paused(let position): handlePaused(at: position)
        case .firstFrame: handleFirstFrame()
        case .ended(let duration): handleEnded(duration: duration)
        case .buffered(let ranges): handleBuffered(ranges)
        case .durationChanged(let duration): update(duration: duration)
        case .seekLeftBuffer(let id): handleSeekLeftBuffer(id: id)
        case .seeked(let id, let position): handleSeeked(id: id, at: position)
        case .visualQuality(let level, let mode, let reason): handleVisualQuality(level, mode, reason)
        case .levelSelected(let index): handleLevelSelected(index)
        case .audioTrackSelected(let index): handleAudioTrackSelected(index)
        case .failed(let error): fail(error)
        case .warning(let error): warn(error)
        case .window(let window): handleWindow(window)
        case .dates(let dates): timeline.dates = dates
        case .tracksChanged(let description): handleTracks(of: description)
        case .captionsTracks(let tracks, let current): handleCaptionsTracks(tracks, current: current)
        case .captionsSelected(let index): handleCaptionsSelected(index)
        case .captionCues(let cues, let start, let end): handleCues(cues, start: start, end: end)
        case .chapters(let chapters): media?.chapters = chapters
        case .metadata(let metadata, let phase): handleMetadata(metadata, phase)
        case .accessLog(let entry): handleAccessLog(entry)
        case .errorLog(let entry): emit(ErrorLogEvent(entry: entry))
        case .keyStatus(let id, let status, let system): handleKey(id, status, of: system)
        case .opened, .closed: break
        }
    }

    private mutating func warn(_ error: PlaybackError) {
        emit(WarningEvent(error: error.with(severity: .warning)))
    }

    private mutating func handleAccessLog(_ entry: AccessLogEntry) {
        emit(AccessLogEvent(entry: entry))
        emit(MetaEvent(metaData: entry.metaData))
    }

    // MARK: - The playhead

    /// Whether the engine was started, and its reports of the playhead are not older than a seek.
    private var isMoving: Bool { engine.isRunning && pending.seek == nil }

    private mutating func handleWaiting(_ reason: BufferReason) {
        guard isMoving else { return }
        // A repeated report says that the wait has a cause other than missing data.
        if state == .buffering { restartsWatchdog = true }
        if state == .play || state == .playing { enterBuffering(because: reason) }
    }

    private mutating func handleStarted(at start: Double) {
        guard isMoving, state == .play || state == .buffering else { return }
        let now = reached(from: start)
        enterPlaying(at: now, because: .engine)
        if now > start { engine.readPlayhead = now }
    }

    private mutating func handleProgress(at reached: Double) {
        guard isMoving, reached.isFinite else { return }
        // A moving playhead has started, even if the report preceded a seek or pause.
        if state == .play || state == .buffering { enterPlaying(at: reached, because: .engine) }
        guard state == .playing else { return }
        if reached != engine.lastProgress { restartsWatchdog = true }
        engine.lastProgress = reached
        content.keepsPlayhead = false
        setPlayhead(max(reached, engine.readPlayhead))
        emitFirstFrame()
        // An engine that did not end itself reports its quality only when it changes.
        if item.shownQuality == nil, let quality = item.previousQuality { handleVisualQuality(quality.level, quality.mode, .initialChoice) }
        emitTime()
    }

    /// Handles the stop of the playhead.
    mutating func handlePaused(at reached: Double) {
        guard state == .pausing else { return }
        if !isHeld { setPlayhead(reached) }
        // Only a hold pauses against the intent.
        if intendsToPlay { handleHeldPause() } else { enterPaused(because: .engine) }
    }

    private mutating func handleFirstFrame() {
        guard state != .ended else { return }
        item.hasFirstFrame = true
        emitFirstFrame()
    }

    // MARK: - Loaded ranges

    private mutating func handleBuffered(_ ranges: [TimeRange]) {
        guard ranges != content.loaded else { return }
        if amount(of: ranges) > amount(of: content.loaded) || (ranges.last?.end ?? 0) > (content.loaded.last?.end ?? 0),
            watchdog?.timer == .buffering
        {
            restartsWatchdog = true
        }
        content.loaded = ranges
        guard timeline.kind == .onDemand, duration > 0 else { return }
        emit(
            BufferChangeEvent(
                oldState: previousPlayerState, newState: playerState, position: position, duration: duration,
                bufferPercent: bufferPercent, ranges: ranges))
    }

    private func amount(of ranges: [TimeRange]) -> Double {
        ranges.reduce(0) { $0 + $1.duration }
    }

    /// The end of the loaded range around the playhead, 0 to 100 % of the duration.
    private var bufferPercent: Double {
        // Streams begin a few ticks after 0, and the playhead is between frames.
        let tolerance = 0.1
        let around = content.loaded.first { $0.start <= position + tolerance && position <= $0.end + tolerance }
        return min(100, max(0, (around?.end ?? position) / duration * 100))
    }
}

extension PlaybackMachine {
    /// Handles the status of a content key.
    mutating func handleKey(_ id: ContentKeyID, _ status: ContentKeyStatus, of system: String) {
        guard status != .released || content.keys[id] != nil else { return }
        content.keys[id] = status == .released ? nil : system
        emit(KeyStatusEvent(keyID: id, status: status, system: system))
    }

    /// Emits the end of all keys before their item is closed: the reports of its engine are no longer those of the current playback.
    mutating func releaseKeys() {
        for (id, system) in content.keys.sorted(by: { $0.key.description < $1.key.description }) { handleKey(id, .released, of: system) }
    }
}
