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
        // An item in place of another one has its place in the order before the shuffle as well.
        if let order = orderBeforeShuffle, list.count == items.count {
            let replaced = Dictionary(zip(items, list), uniquingKeysWith: { first, _ in first })
            orderBeforeShuffle = order.map { replaced[$0] ?? $0 }
        }
        set(\.items, to: list)
        follow(facts)
    }

    /// Sets the track model of the current item.
    func open(_ description: MediaDescription, _ facts: SessionFacts) {
        set(\.media, to: description)
        currentItem?.update(description)
        follow(facts)
        loadChaptersTrack()
    }

    /// Loads the chapters track of the current item, for onChapter. Playback continues without it.
    private func loadChaptersTrack() {
        guard let item = currentItem, item.entry.tracks.contains(where: { $0.kind == .chapters }) else { return }
        let number = machine.playback
        Task { [weak self] in
            guard let chapters = try? await self?.chapters() else { return }
            self?.submit(.engine(playback: number, .chapters(chapters)))
        }
    }

    /// Clears the list after a release.
    func forget(_ facts: SessionFacts) {
        closeItem()
        set(\.items, to: [])
        follow(facts)
    }

    /// Copies the state that has changed.
    func follow(_ facts: SessionFacts) {
        publish(facts.timeline)
        followAds(facts)
        let nextUp = facts.nextUpIndex.flatMap { items.indices.contains($0) ? items[$0] : nil }
        set(\.nextUpItem, to: nextUp)
        set(\.media, to: facts.media)
        set(\.currentCues, to: facts.currentCues)
        set(\.duration, to: facts.duration)
        set(\.bufferedRanges, to: facts.bufferedRanges)
        set(\.currentIndex, to: facts.currentIndex)
        let item = currentIndex.flatMap { items.indices.contains($0) ? items[$0] : nil }
        set(\.currentItem, to: item)
        if let item, media != nil { item.follow(duration: duration, loaded: bufferedRanges) }
        if let fatal = facts.error { set(\.error, to: fatal) }
        set(\.state, to: facts.state)
        set(\.playerState, to: facts.playerState)
        if facts.error == nil { set(\.error, to: nil) }
        set(\.publishedRate, to: facts.rate, as: \.rate)
        set(\.publishedVolume, to: facts.volume, as: \.volume)
        set(\.publishedIsMuted, to: facts.isMuted, as: \.isMuted)
    }

    private func followAds(_ facts: SessionFacts) {
        set(\.advertisement, to: facts.advertisement)
        set(\.isInAdBreak, to: facts.adPosition != nil)
        set(\.overlayAd, to: facts.overlayAd)
    }

    /// Advances the timeline of a live stream while the playhead does not move.
    func followStanding() { publish(publishedTimeline.standing(until: configuration.clock.now)) }

    private func publish(_ timeline: Timeline) {
        set(\.publishedTimeline, to: timeline, as: \.timeline)
        set(\.publishedPosition, to: timeline.position, as: \.position)
    }

    private func updateIntent(_ facts: SessionFacts) {
        let isWanted = isPlayingWanted
        set(\.publishedIntendsToPlay, to: isWanted, as: \.intendsToPlay)
        let control = state.timeControl(intendsToPlay: isWanted, playerState, facts.bufferReason, isInAd: isInAdBreak)
        set(\.reasonForWaitingToPlay, to: control.reason)
        set(\.timeControlStatus, to: control.status)
    }
}
