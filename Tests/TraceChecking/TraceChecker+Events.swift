import PlayheadCore

extension TraceChecker {
    /// Checks an event against the earlier ones.
    mutating func check(_ event: any PlayerEvent, in eventState: PlaybackState) {
        let name = event.name
        if let expected = pendingEvent {
            expect(name == expected || expected == .onError && name == .onSetupError, "another event than that of the state:", name)
            pendingEvent = nil
        }
        if expectsBeforeComplete {
            expect(name == .onBeforeComplete, "after an onTime that only the end allows came", name)
            expectsBeforeComplete = false
        }
        if name == .onStateChange { checkChange(event) } else { expect(eventState == state, "not in the state that it carries is", name) }
        switch name {
        case .onStateChange: break
        case .onPlaylistItem: beginItem()
        case .onMeta where (event as? MetaEvent)?.metaData["metadataType"] == "access-log":
            expect(lastEvent == .onAccessLog, "metadata of the access log without its entry")
        case .onMeta, .onLevels, .onAudioTracks, .onCaptionsList: checkModel(event)
        case .onMetaParsed: expect(isReadyReported && engineIsOpen, "onMetaParsed when closed")
        case .onChapter: expect(lastEvent == .onTime, "onChapter without onTime")
        case .onCaptionsChange, .onCaptionCue: checkCaptions(event)
        case .onReady, .onSetupError, .onError: checkLifecycle(name)
        case .onPlayAttempt, .onBeforePlay, .onPlay, .onFirstFrame, .onVisualQuality: checkStart(event)
        case .onBuffer, .onPause, .onIdle: checkFollower(event)
        case .onTime, .onSeek, .onSeeked: checkTime(event)
        case .onBeforeComplete, .onComplete, .onPlaylistComplete: checkEnding(name)
        case .onPlaylist: expect(arrangesList || state == .idle || state == .ended, "onPlaylist")
        case .onItemMetadata: expect(arrangesList, "onItemMetadata without a cause")
        case .onBufferChange: expect(engineIsOpen, "onBufferChange when closed")
        case .onPlaybackRateChanged, .onVolume, .onMute, .onWarning, .onLevelsChanged, .onAudioTrackChanged: break
        case .onAdRequest, .onAdSchedule, .onAdBreakStart, .onAdBreakEnd, .onAdImpression, .onAdStarted, .onAdPlay, .onAdPause, .onAdTime,
            .onAdMeta, .onAdCompanions, .onAdClick, .onAdSkipped, .onAdComplete, .onAdError, .onAdWarning:
            break
        case .onKeyStatus: expect(state != .idle && state != .error, "keys without a playback")
        case .onAccessLog, .onErrorLog: expect(state != .idle && state != .error, "a log without a playback", name)
        case .onFullscreenRequested, .onFullscreen, .onViewable, .onResize, .onControls, .onControlBarVisible, .onDisplayClick: break
        }
    }

    private mutating func checkChange(_ event: any PlayerEvent) {
        guard let change = event as? StateChangeEvent else { return }
        expect(change.oldState == state, "the event has the old state", change.oldState)
        expect(StateGraph.isLegal(from: state, to: change.newState), "not in the graph is the way to", change.newState)
        expect(change.elapsed >= 0, "negative time in a state")
        use(edge: [state, change.newState])
        let old = state
        let oldPlayerState = playerState
        state = change.newState
        pausesForAd = state == .pausing && change.reason == .advertisement
        if let coarse = state.playerState, coarse != playerState {
            previousPlayerState = playerState
            playerState = coarse
            expectsPause = coarse == .paused
        }
        pendingEvent =
            switch state {
            case .playing: oldPlayerState == .playing ? nil : .onPlay
            case .buffering: .onBuffer
            case .paused: expectsPause ? .onPause : nil
            case .idle: .onIdle
            case .ended: .onComplete
            case .error: .onError
            case .opening, .ready, .play, .pausing, .seeking, .stopping: nil
            }
        switch state {
        case .opening:
            expect(lastEvent == .onPlaylistItem, "opening without onPlaylistItem")
            isReleased = false
        case .ready:
            expect(reportedModel == [.onMeta, .onLevels, .onAudioTracks, .onCaptionsList], "ready without its track model", reportedModel)
        case .seeking:
            let isBack = old == .buffering && isSeekReported
            expect(lastEvent == .onSeek || lastEvent == .onPlayAttempt || isBack || old == .ready, "seeking without onSeek")
        case .stopping, .error:
            isBeforeCompleteReported = false
            isSeekReported = false
        default: break
        }
    }

    private mutating func beginItem() {
        expect(state == .idle || state == .ended, "an item becomes current")
        isAttemptReported = false
        isBeforePlayReported = false
        isPlayReported = false
        isFirstFrameReported = false
        isBeforeCompleteReported = false
        wasCompleted = false
        reportedModel = []
        reportedKind = nil
        expect(reportedCues.isEmpty, "cues of the item before are left")
        reportedCaptions = []
        isReleased = false
    }

    private mutating func checkModel(_ event: any PlayerEvent) {
        expect(engineIsOpen, "an event of a closed engine:", event.name)
        if reportedModel.count < 4 { reportedModel.append(event.name) }
        guard let list = event as? CaptionsListEvent else { return }
        expect(list.tracks.indices.contains(list.track), "onCaptionsList with track", list.track)
        reportedCaptions = list.tracks
    }

    private mutating func checkCaptions(_ event: any PlayerEvent) {
        expect(engineIsOpen, "an event of a closed engine:", event.name)
        switch event {
        case let event as CaptionsChangeEvent:
            expect(event.tracks == reportedCaptions && event.tracks.indices.contains(event.track), "onCaptionsChange to", event.track)
        case let event as CaptionCueEvent:
            expect(event.cues != reportedCues, "the same cues twice")
            expect(event.start.isFinite && !event.end.isNaN, "cues from", event.start)
            reportedCues = event.cues
        default: break
        }
    }

    private mutating func checkLifecycle(_ name: EventName) {
        switch name {
        case .onReady:
            expect(!isReadyReported, "onReady twice")
            expect(lastEvent == .onStateChange && state == .ready, "onReady does not follow ready")
            isReadyReported = true
        case .onSetupError: expect(!isReadyReported && state == .error, "onSetupError after onReady")
        default: expect(isReadyReported && state == .error, "onError before onReady")
        }
    }

    private mutating func checkStart(_ event: any PlayerEvent) {
        switch event.name {
        case .onPlayAttempt:
            expect(!isAttemptReported || wasCompleted, "onPlayAttempt twice")
            isAttemptReported = true
            wasCompleted = false
            isBeforePlayReported = false
            isPlayReported = false
            isFirstFrameReported = false
        case .onBeforePlay:
            expect(isAttemptReported && !isPlayReported && state == .play, "onBeforePlay out of order")
            isBeforePlayReported = true
        case .onPlay:
            expect(isAttemptReported && isBeforePlayReported, "onPlay without attempt")
            expect(lastEvent == .onStateChange && state == .playing, "onPlay does not follow playing")
            if let play = event as? PlayEvent { checkStates(play.oldState, play.newState) }
            isPlayReported = true
        case .onFirstFrame:
            expect(isPlayReported && !isFirstFrameReported, "onFirstFrame twice or before onPlay")
            isFirstFrameReported = true
        default: expect(isFirstFrameReported, "onVisualQuality before onFirstFrame")
        }
    }

    private mutating func checkFollower(_ event: any PlayerEvent) {
        expect(lastEvent == .onStateChange, "not directly after its state came", event.name)
        switch event {
        case let event as BufferEvent:
            expect(state == .buffering, "onBuffer")
            checkStates(event.oldState, event.newState)
        case let event as PauseEvent:
            expect(state == .paused && expectsPause, "onPause")
            expectsPause = false
            checkStates(event.oldState, event.newState)
        case let event as IdleEvent:
            expect(state == .idle, "onIdle")
            checkStates(event.oldState, event.newState)
        default: break
        }
    }

    private mutating func checkStates(_ old: PlayerState, _ new: PlayerState) {
        expect(old == previousPlayerState && new == playerState, "the coarse states are wrong, the old one is", old)
    }

    private mutating func checkTime(_ event: any PlayerEvent) {
        switch event {
        case let event as SeekEvent:
            expect(!event.offset.isNaN && event.position.isFinite, "onSeek to", event.offset)
            // A seek for the next item is reported with the requested offset.
            let kind = state == .stopping || state == .opening || state == .idle ? nil : reportedKind
            expect(kind != .onDemand || event.offset >= 0, "on demand onSeek to", event.offset)
            expect(kind != .dvr || event.offset <= 0, "in DVR onSeek to", event.offset)
            isSeekReported = true
        case let event as SeekedEvent:
            expect(isSeekReported, "onSeeked without onSeek, or twice")
            expect(event.position.isFinite, "onSeeked at", event.position)
            isSeekReported = false
        case let event as TimeEvent:
            if lastEvent != .onSeeked, state != .playing || !isFirstFrameReported { expectsBeforeComplete = true }
            expect(lastEvent == .onSeeked || !isBeforeCompleteReported, "onTime after the end")
            lastTime = (event.position, event.duration)
        default: break
        }
    }

    private mutating func checkEnding(_ name: EventName) {
        switch name {
        case .onBeforeComplete:
            expect(!isBeforeCompleteReported, "onBeforeComplete twice")
            expect(lastEvent == .onTime && lastTime?.position == lastTime?.duration, "the last onTime is not at the duration")
            isBeforeCompleteReported = true
        case .onComplete:
            expect(isBeforeCompleteReported && state == .ended && lastEvent == .onStateChange, "onComplete without onBeforeComplete")
            isBeforeCompleteReported = false
            wasCompleted = true
        default: expect(lastEvent == .onComplete || isDecision, "onPlaylistComplete does not follow onComplete")
        }
    }
}
