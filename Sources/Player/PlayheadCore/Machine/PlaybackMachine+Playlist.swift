extension PlaybackMachine {
    /// Loads a list. It opens at once, or after the current playback has closed; of several consecutive loads only the last one opens.
    mutating func load(_ list: [ItemDescription], at index: Int) {
        guard !list.isEmpty else { return refuse(.emptyPlaylist, "load() needs an item") }
        guard list.indices.contains(index) else { return refuse(.invalidIndex, "no item \(index) in a list of \(list.count)") }
        if history.setupTime == nil { history.setupTime = now }
        history.beginSearch()
        intendsToPlay = options.autoplay
        reasons.play = .autostart
        change(to: PendingLoad(items: list, index: index, isNewList: true))
    }

    /// Advances to the next item; from the last to the first.
    mutating func next() {
        let list = upcoming?.items ?? items
        guard let index = upcoming?.index ?? currentIndex else { return refuse(.commandRefused, "nothing is loaded") }
        go(to: (index + 1) % list.count)
    }

    /// Returns to the previous item; the first one restarts.
    mutating func previous() {
        guard let index = upcoming?.index ?? currentIndex else { return refuse(.commandRefused, "nothing is loaded") }
        if index > 0 {
            go(to: index - 1)
            history.searchesBackwards = true
        } else if isOpen, !isDeciding {
            if item.hasEmittedPlay { reasons.play = .playlist }
            beginSeek(id: nil, to: .start, .exact)
        } else if state == .opening {
            restart(beforeReady: currentItem)
        } else if state == .stopping, let load = pending.load {
            history.beginSearch()
            restart(beforeReady: load.items[load.index])
        } else {
            go(to: 0)
        }
    }

    /// Keeps a seek to the start of an item, which starts at its beginning anyway, unless it has a start time or a seek is kept.
    private mutating func restart(beforeReady item: ItemDescription?) {
        if pending.seek != nil || item?.startTime != nil { keepSeek(id: nil, to: .start, offset: 0, .exact) }
    }

    /// Selects item `index` of the list; the current one is opened again.
    mutating func selectItem(_ index: Int) {
        let list = upcoming?.items ?? items
        guard upcoming != nil || currentIndex != nil else { return refuse(.commandRefused, "nothing is loaded") }
        guard list.indices.contains(index) else { return refuse(.invalidIndex, "no item \(index) in a list of \(list.count)") }
        go(to: index)
    }

    private mutating func go(to index: Int) {
        let isNewList = upcoming?.isNewList ?? false
        if intendsToPlay { reasons.play = .playlist }
        history.beginSearch()
        change(to: PendingLoad(items: upcoming?.items ?? items, index: index, isNewList: isNewList, isMove: true))
    }

    /// Replaces the list around the current item, whose playback continues.
    mutating func arrange(_ list: [ItemDescription], at index: Int) {
        guard currentIndex != nil, upcoming == nil else { return refuse(.commandRefused, "no item is current") }
        guard list.indices.contains(index) else { return refuse(.invalidIndex, "no item \(index) in a list of \(list.count)") }
        items = list
        currentIndex = index
        emit(PlaylistEvent(playlist: items))
    }

    /// Opens another list or item, after closing the current playback through `stopping` and `idle` if necessary.
    private mutating func change(to load: PendingLoad) {
        pending.decision = nil
        switch state {
        case .idle, .ended:
            endSeek(finished: false)
            decideOrOpen(load, because: .external)
        case .error:
            // The failed playback is already closed.
            error = nil
            enterIdle(because: .external, .newLoad)
            decideOrOpen(load, because: .external)
        default:
            pending.load = load
            close(.newLoad, because: .external)
        }
    }

    /// Handles the end of the old playback: opens the pending load.
    mutating func handleClosed() {
        guard state == .stopping else { return }
        enterIdle(because: .engine, reasons.idle)
        guard let load = pending.load else { return }
        pending.load = nil
        decideOrOpen(load, because: .external)
    }

    /// Opens an item of the current list. If the player `isMoving` to it, the app may decide first.
    mutating func open(_ index: Int, because reason: StateChangeReason, isMoving: Bool = false) {
        decideOrOpen(PendingLoad(items: items, index: index, isNewList: false, isMove: isMoving), because: reason)
    }

    private mutating func decideOrOpen(_ load: PendingLoad, because reason: StateChangeReason) {
        if load.isMove, decisionTimeout != nil { decide(load, because: reason) } else { open(load, because: reason) }
    }

    /// Opens a new playback, from `idle` or `ended`.
    mutating func open(_ load: PendingLoad, because reason: StateChangeReason) {
        clearCues()
        releaseKeys()
        if state == .ended { outputs.append(.engine(.close(playback: playback))) }
        resetItem()
        items = load.items
        currentIndex = load.index
        playback += 1
        if load.isNewList {
            if history.hasLoadedList { emit(PlaylistEvent(playlist: items)) }
            history.hasLoadedList = true
        }
        emit(PlaylistItemEvent(item: items[load.index], index: load.index))
        move(to: .opening, because: reason)
        outputs.append(.engine(.open(playback: playback, item: load.index)))
        // Autoplay and playlist request playback when the item is ready; the app and the viewer already have.
        if intendsToPlay, reasons.play == .external || reasons.play == .interaction { emitPlayAttempt() }
    }

    /// Handles the track model: emits its events, enters `ready`, and continues with pending requests.
    mutating func handleOpened(_ description: MediaDescription) {
        var description = description
        if description.captionsTracks.isEmpty { description.captionsTracks = [.captionsOff] }
        if !description.captionsTracks.indices.contains(description.currentCaptionsTrack) { description.currentCaptionsTrack = 0 }
        media = description
        beginTimeline(of: description)
        emitMedia()
        emit(LevelsEvent(currentQuality: description.currentLevel, levels: description.levels))
        emit(AudioTracksEvent(levels: description.audioTracks, currentTrack: description.currentAudioTrack))
        emit(CaptionsListEvent(track: description.currentCaptionsTrack, tracks: description.captionsTracks))
        move(to: .ready, because: .engine)
        if !history.hasEmittedReady {
            history.hasEmittedReady = true
            emit(ReadyEvent(setupTime: milliseconds(since: history.setupTime)))
        }
        outputs.append(.engine(.setRate(rate)))
        outputs.append(.engine(.setVolume(volume)))
        outputs.append(.engine(.setMuted(isMuted)))
        applyChoices()
        if intendsToPlay { emitPlayAttempt() }
        if pending.seek == nil { applyStartTime() }
        if pending.seek != nil {
            applyKeptSeek()
        } else if intendsToPlay {
            enterPlay()
            continueStart()
        }
    }
}

extension MediaDescription {
    /// The payload of onMeta of kind `media`.
    var metaData: EventFields {
        [
            "metadataType": "media", "mediaType": .string(mediaType.rawValue), "duration": .double(duration), "width": width.eventValue,
            "height": height.eventValue,
            "frameRate": frameRate.map { .double($0) } ?? .null, "seekRange": seekableRange.eventValue,
        ]
    }
}
