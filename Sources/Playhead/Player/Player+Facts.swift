import PlayheadCore

/// What can be read of the player and its items follows what is told: never before it, so that it stays true to the events even where the
/// machine is ahead (several things told of one input, or commands inside callbacks).
extension Player {
    /// Brings what can be read to where the event tells it.
    func update(for event: any PlayerEvent, _ timeline: Timeline) {
        learn(timeline)
        updateAdvertisement(for: event)
        switch event {
        case let event as PlaylistItemEvent: makeCurrent(event.index)
        case let event as StateChangeEvent: enter(event)
        case is PlayEvent: if hasSound { configuration.audioSession.noteUse() }
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
        case let event as AccessLogEvent: currentItem?.log(event.entry)
        case let event as ErrorLogEvent: currentItem?.log(event.entry)
        case let event as AudioTrackChangedEvent: media?.currentAudioTrack = event.currentTrack
        case let event as PlaybackRateChangedEvent: toldRate = event.playbackRate
        case let event as VolumeEvent: toldVolume = event.volume
        case let event as MuteEvent: toldIsMuted = event.mute
        case let event as VisualQualityEvent: learn(event.level)
        case let event as MetaEvent: learn(event.metaData)
        case let event as WarningEvent: learn(event.error)
        default: break
        }
        updateIntent()
        updateItem()
    }

    /// All is told: what no event tells of (a duration known better, ranges of a stream without end) is taken over, too.
    func catchUp() {
        updateIntent()
        guard state == core.machine.state, core.machine.isOpen else { return }
        learn(core.machine.timeline)
        learn(duration: core.machine.duration)
        learn(core.machine.bufferedRanges)
        if media != core.machine.media { media = core.machine.media }
        if let media { currentItem?.learn(media) }
        updateItem()
    }

    /// Time has passed in a live stream whose playhead stands.
    func followStanding() { learn(toldTimeline.standing(until: configuration.clock.now)) }

    /// A list takes the place of the one before.
    func adopt(_ list: [PlayerItem], at index: Int) {
        closeItem()
        items = list
        currentIndex = index
        setCurrentItem()
    }

    /// The current item's track model is known.
    func learn(_ description: MediaDescription) {
        media = description
        currentItem?.learn(description)
        learn(duration: description.duration)
    }

    /// A release is told.
    func forget() {
        closeItem()
        items = []
        currentIndex = nil
        setCurrentItem()
        learn(Timeline())
    }

    private func makeCurrent(_ index: Int) {
        closeItem()
        if currentIndex != index { currentIndex = index }
        setCurrentItem()
    }

    private func setCurrentItem() {
        let item = currentIndex.flatMap { items.indices.contains($0) ? items[$0] : nil }
        if currentItem !== item { currentItem = item }
    }

    /// The current item is not open any more.
    private func closeItem() {
        currentItem?.close()
        if nextUpItem != nil { nextUpItem = nil }
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
            error = core.machine.error
            if let item = currentItem, item.status != .failed {
                item.error = core.machine.error
                item.status = .failed
            }
        case .idle: closeItem()
        default: break
        }
        // What was loaded for its turn has none any more, or another than was thought.
        if [.stopping, .idle, .error].contains(change.newState) { playback.cancelPreload() }
        hasItemFailed = change.newState == .stopping && change.reason == .failure
        bufferReason = change.newState == .buffering ? (change.reason == .stalled ? .stalled : .loading) : nil
        state = change.newState
        if let coarse = change.newState.playerState, coarse != playerState { playerState = coarse }
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

    private func learn(_ level: QualityLevel) {
        guard let item = currentItem, let width = level.width, let height = level.height else { return }
        let size = PictureSize(width: width, height: height)
        if item.presentationSize != size { item.presentationSize = size }
    }

    private func learn(_ metaData: EventFields) {
        guard metaData["metadataTime"] != nil, let item = currentItem, item.timedMetadata != [metaData] else { return }
        item.timedMetadata = [metaData]
    }

    /// What follows the closing down of an item that failed is why.
    private func learn(_ warning: PlaybackError) {
        guard hasItemFailed else { return }
        hasItemFailed = false
        guard let item = currentItem, item.status != .failed else { return }
        item.error = warning.with(severity: .fatal)
        item.status = .failed
    }

    private func updateIntent() {
        let isWanted = isPlayingWanted
        if toldIntendsToPlay != isWanted { toldIntendsToPlay = isWanted }
        let control = state.timeControl(intendsToPlay: isWanted, playerState, bufferReason, isInAd: toldBreak != nil)
        if reasonForWaitingToPlay != control.reason { reasonForWaitingToPlay = control.reason }
        if timeControlStatus != control.status { timeControlStatus = control.status }
    }
}
