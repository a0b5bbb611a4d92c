import PlayheadCore

/// The readable state of the player and its items follows the state of the session: that of the last event, never ahead of it.
extension Player {
    /// Updates the state for an event.
    func update(for event: any PlayerEvent, _ facts: SessionFacts) {
        switch event {
        case is PlaylistItemEvent: closeItem()
        case let event as StateChangeEvent: enter(event, facts)
        default: break
        }
        follow(facts)
        updateItem(for: event)
        updateIntent(facts)
        updateItem(facts)
    }

    /// Copies state that no event reports, after all outputs were performed.
    func catchUp(_ facts: SessionFacts) {
        updateIntent(facts)
        follow(facts)
        if let media { currentItem?.update(media) }
        updateItem(facts)
    }

    /// Replaces the list.
    func adopt(_ list: [PlayerItem], at index: Int, _ facts: SessionFacts) {
        closeItem()
        items = list
        follow(facts)
    }

    /// Sets the track model of the current item.
    func open(_ description: MediaDescription, _ facts: SessionFacts) {
        media = description
        currentItem?.update(description)
        follow(facts)
    }

    /// Clears the list after a release.
    func forget(_ facts: SessionFacts) {
        closeItem()
        items = []
        follow(facts)
    }

    /// Copies the state that has changed.
    func follow(_ facts: SessionFacts) {
        publish(facts.timeline)
        followAds(facts)
        let nextUp = facts.nextUpIndex.flatMap { items.indices.contains($0) ? items[$0] : nil }
        if nextUpItem !== nextUp { nextUpItem = nextUp }
        if media != facts.media { media = facts.media }
        if currentCues != facts.currentCues { currentCues = facts.currentCues }
        if duration != facts.duration { duration = facts.duration }
        if bufferedRanges != facts.bufferedRanges { bufferedRanges = facts.bufferedRanges }
        if currentIndex != facts.currentIndex { currentIndex = facts.currentIndex }
        let item = currentIndex.flatMap { items.indices.contains($0) ? items[$0] : nil }
        if currentItem !== item { currentItem = item }
        if let item, media != nil { item.follow(duration: duration, loaded: bufferedRanges) }
        if let fatal = facts.error, error != fatal { error = fatal }
        if state != facts.state { state = facts.state }
        if playerState != facts.playerState { playerState = facts.playerState }
        if facts.error == nil, error != nil { error = nil }
        if publishedRate != facts.rate { publishedRate = facts.rate }
        if publishedVolume != facts.volume { publishedVolume = facts.volume }
        if publishedIsMuted != facts.isMuted { publishedIsMuted = facts.isMuted }
    }

    private func followAds(_ facts: SessionFacts) {
        if advertisement != facts.advertisement { advertisement = facts.advertisement }
        if publishedBreak != facts.adPosition { publishedBreak = facts.adPosition }
        if overlayAd != facts.overlayAd { overlayAd = facts.overlayAd }
    }

    /// Advances the timeline of a live stream while the playhead does not move.
    func followStanding() { publish(publishedTimeline.standing(until: configuration.clock.now)) }

    private func publish(_ timeline: Timeline) {
        if publishedTimeline != timeline { publishedTimeline = timeline }
        if publishedPosition != timeline.position { publishedPosition = timeline.position }
    }

    private func updateIntent(_ facts: SessionFacts) {
        let isWanted = isPlayingWanted
        if publishedIntendsToPlay != isWanted { publishedIntendsToPlay = isWanted }
        let control = state.timeControl(intendsToPlay: isWanted, playerState, facts.bufferReason, isInAd: publishedBreak != nil)
        if reasonForWaitingToPlay != control.reason { reasonForWaitingToPlay = control.reason }
        if timeControlStatus != control.status { timeControlStatus = control.status }
    }
}
