extension PlaybackMachine {
    /// Loads a list. It opens at once, or when what plays is closed; of several loads in a row only the last opens.
    mutating func load(_ list: [ItemDescription], at index: Int) {
        guard !list.isEmpty else { return refuse(.emptyPlaylist, "load() needs an item") }
        guard list.indices.contains(index) else { return refuse(.invalidIndex, "no item \(index) in a list of \(list.count)") }
        if setupTime == nil { setupTime = now }
        failuresInARow = 0
        intendsToPlay = options.autoplay
        playReason = .autostart
        change(to: PendingLoad(items: list, index: index, isNewList: true))
    }

    /// To the next item; from the last to the first.
    mutating func next() {
        let list = pendingLoad?.items ?? items
        guard let index = pendingLoad?.index ?? currentIndex else { return refuse(.commandRefused, "nothing is loaded") }
        go(to: (index + 1) % list.count)
    }

    /// To the previous item; the first starts again.
    mutating func previous() {
        guard let index = pendingLoad?.index ?? currentIndex else { return refuse(.commandRefused, "nothing is loaded") }
        if index > 0 {
            go(to: index - 1)
        } else if isOpen {
            if item.playTold { playReason = .playlist }
            beginSeek(id: nil, to: .start, .exact)
        } else if state == .opening {
            // It starts at its beginning anyway, unless a seek is kept for it.
            endSeek(finished: false)
        } else {
            go(to: 0)
        }
    }

    /// To item `index` of the list; the current one is opened anew.
    mutating func selectItem(_ index: Int) {
        let list = pendingLoad?.items ?? items
        guard pendingLoad != nil || currentIndex != nil else { return refuse(.commandRefused, "nothing is loaded") }
        guard list.indices.contains(index) else { return refuse(.invalidIndex, "no item \(index) in a list of \(list.count)") }
        go(to: index)
    }

    private mutating func go(to index: Int) {
        let isNewList = pendingLoad?.isNewList ?? false
        if intendsToPlay { playReason = .playlist }
        failuresInARow = 0
        change(to: PendingLoad(items: pendingLoad?.items ?? items, index: index, isNewList: isNewList))
    }

    /// Opens something else, by way of `stopping` and `idle` where something is open.
    private mutating func change(to load: PendingLoad) {
        switch state {
        case .idle:
            open(load, because: .external)
        case .ended:
            endSeek(finished: false)
            open(load, because: .external)
        case .error:
            // The playback that failed is closed already: nothing is waited for.
            error = nil
            enterIdle(because: .external, .newLoad)
            open(load, because: .external)
        default:
            pendingLoad = load
            close(.newLoad, because: .external)
        }
    }

    /// The old playback is closed: opens what waits for it.
    mutating func takeClosed() {
        guard state == .stopping else { return }
        enterIdle(because: .engine, idleReason)
        guard let load = pendingLoad else { return }
        pendingLoad = nil
        open(load, because: .external)
    }

    /// Opens an item of the current list.
    mutating func open(_ index: Int, because reason: StateChangeReason) {
        open(PendingLoad(items: items, index: index, isNewList: false), because: reason)
    }

    /// Opens a new playback, from `idle` or `ended`.
    private mutating func open(_ load: PendingLoad, because reason: StateChangeReason) {
        clearCues()
        if state == .ended { outputs.append(.engine(.close(playback: playback))) }
        forgetItem()
        items = load.items
        currentIndex = load.index
        playback += 1
        if load.isNewList {
            if hadList { tell(PlaylistEvent(playlist: items)) }
            hadList = true
        }
        tell(PlaylistItemEvent(item: items[load.index], index: load.index))
        move(to: .opening, because: reason)
        outputs.append(.engine(.open(playback: playback, item: load.index)))
        // Autoplay and the list ask when the item is ready; the app and the viewer have asked already.
        if intendsToPlay, playReason == .external || playReason == .interaction { tellAttempt() }
    }

    /// The track model is there: tells it, goes to `ready`, and on to what was asked for meanwhile.
    mutating func takeOpened(_ description: MediaDescription) {
        var description = description
        if description.captionsTracks.isEmpty { description.captionsTracks = [.captionsOff] }
        if !description.captionsTracks.indices.contains(description.currentCaptionsTrack) { description.currentCaptionsTrack = 0 }
        media = description
        beginTimeline(of: description)
        tellMedia()
        tell(LevelsEvent(currentQuality: description.currentLevel, levels: description.levels))
        tell(AudioTracksEvent(levels: description.audioTracks, currentTrack: description.currentAudioTrack))
        tell(CaptionsListEvent(track: description.currentCaptionsTrack, tracks: description.captionsTracks))
        move(to: .ready, because: .engine)
        if !readyTold {
            readyTold = true
            tell(ReadyEvent(setupTime: milliseconds(since: setupTime)))
        }
        outputs.append(.engine(.setRate(rate)))
        outputs.append(.engine(.setVolume(volume)))
        outputs.append(.engine(.setMuted(isMuted)))
        applyChoices()
        if intendsToPlay { tellAttempt() }
        if pendingSeek == nil { applyStartTime() }
        if pendingSeek != nil {
            applyKeptSeek()
        } else if intendsToPlay {
            enterPlay()
            continueStart()
        }
    }
}

extension MediaDescription {
    /// The payload of onMeta's kind `media`.
    var metaData: EventFields {
        [
            "metadataType": "media", "duration": .double(duration), "width": width.eventValue, "height": height.eventValue,
            "frameRate": frameRate.map { .double($0) } ?? .null, "seekRange": seekableRange.eventValue,
        ]
    }
}
