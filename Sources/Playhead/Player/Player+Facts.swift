import PlayheadCore

/// What can be read of the player and its items follows what is told: never before it, so that it stays true to the events even where the
/// machine is ahead (several things told of one input, or commands inside callbacks).
extension Player {
    /// Brings what can be read to where the event tells it.
    func update(for event: any PlayerEvent, _ timeline: Timeline) {
        learn(timeline)
        switch event {
        case let event as PlaylistItemEvent: makeCurrent(event.index)
        case let event as StateChangeEvent: enter(event)
        case let event as TimeEvent: learn(duration: event.duration)
        case let event as BufferChangeEvent:
            learn(duration: event.duration)
            learn(event.ranges)
        case let event as LevelsChangedEvent: media?.currentLevel = event.currentQuality
        case let event as CaptionsListEvent:
            if media?.captionsTracks != event.tracks { media?.captionsTracks = event.tracks }
            if media?.currentCaptionsTrack != event.track { media?.currentCaptionsTrack = event.track }
        case let event as CaptionsChangeEvent: media?.currentCaptionsTrack = event.track
        case let event as CaptionCueEvent: currentCues = event.cues
        case let event as AudioTrackChangedEvent: media?.currentAudioTrack = event.currentTrack
        case let event as PlaybackRateChangedEvent: toldRate = event.playbackRate
        case let event as VolumeEvent: toldVolume = event.volume
        case let event as MuteEvent: toldIsMuted = event.mute
        default: break
        }
        updateIntent()
    }

    /// All is told: what no event tells of (a duration known better, ranges of a stream without end) is taken over, too.
    func catchUp() {
        updateIntent()
        guard state == machine.state, machine.isOpen else { return }
        learn(machine.timeline)
        learn(duration: machine.duration)
        learn(machine.bufferedRanges)
        if media != machine.media { media = machine.media }
        if let item = currentItem, item.media != machine.media { item.media = machine.media }
    }

    /// A list takes the place of the one before.
    func adopt(_ list: [PlayerItem], at index: Int) {
        closeItem()
        items = list
        currentIndex = index
    }

    /// The current item's track model is known.
    func learn(_ description: MediaDescription) {
        media = description
        if let item = currentItem, item.media != description { item.media = description }
        learn(duration: description.duration)
    }

    /// A release is told.
    func forget() {
        closeItem()
        items = []
        currentIndex = nil
        learn(Timeline())
    }

    private func makeCurrent(_ index: Int) {
        closeItem()
        if currentIndex != index { currentIndex = index }
    }

    /// The current item is not open any more.
    private func closeItem() {
        if let item = currentItem, !item.loadedTimeRanges.isEmpty { item.loadedTimeRanges = [] }
        if !bufferedRanges.isEmpty { bufferedRanges = [] }
        if media != nil { media = nil }
        if !currentCues.isEmpty { currentCues = [] }
        if duration != 0 { duration = 0 }
    }

    private func enter(_ change: StateChangeEvent) {
        switch change.newState {
        case .ready:
            if let item = currentItem, item.status == .unknown { item.status = .readyToPlay }
        case .error:
            error = machine.error
            if let item = currentItem, item.status != .failed {
                item.error = machine.error
                item.status = .failed
            }
        case .idle: closeItem()
        default: break
        }
        bufferReason = change.newState == .buffering ? (change.reason == .stalled ? .stalled : .loading) : nil
        state = change.newState
        lastStateChange = sequence
        if let coarse = change.newState.playerState, coarse != playerState {
            previousPlayerState = playerState
            playerState = coarse
        }
        if change.newState != .error, error != nil { error = nil }
    }

    private func learn(_ timeline: Timeline) {
        if toldTimeline != timeline { toldTimeline = timeline }
        if toldPosition != timeline.position { toldPosition = timeline.position }
    }

    private func learn(duration told: Double) {
        if duration != told { duration = told }
        if let item = currentItem, item.duration != told { item.duration = told }
    }

    private func learn(_ ranges: [TimeRange]) {
        if bufferedRanges != ranges { bufferedRanges = ranges }
        if let item = currentItem, item.loadedTimeRanges != ranges { item.loadedTimeRanges = ranges }
    }

    private func updateIntent() {
        if toldIntendsToPlay != machine.intendsToPlay { toldIntendsToPlay = machine.intendsToPlay }
        let control = state.timeControl(intendsToPlay: machine.intendsToPlay, playerState, bufferReason)
        if reasonForWaitingToPlay != control.reason { reasonForWaitingToPlay = control.reason }
        if timeControlStatus != control.status { timeControlStatus = control.status }
    }
}
