import PlayheadCore

// The state of the current item.
extension Player {
    /// Clears the state of the current item, which is no longer open.
    func closeItem() { currentItem?.close() }

    /// Updates the item for a change of the playback state.
    func enter(_ change: StateChangeEvent, _ facts: SessionFacts) {
        switch change.newState {
        case .ready:
            if let item = currentItem, item.status == .unknown { item.set(\.status, to: .readyToPlay) }
        case .error:
            set(\.error, to: facts.error)
            if let item = currentItem, item.status != .failed {
                item.set(\.error, to: facts.error)
                item.set(\.status, to: .failed)
            }
        case .idle: closeItem()
        default: break
        }
        hasItemFailed = change.newState == .stopping && change.reason == .failure
    }

    /// Updates the item for an event that concerns it.
    func updateItem(for event: any PlayerEvent) {
        switch event {
        case let event as AccessLogEvent: currentItem?.log(event.entry)
        case let event as ErrorLogEvent: currentItem?.log(event.entry)
        case let event as VisualQualityEvent: update(event.level)
        case let event as MetaEvent: update(event.metaData)
        case let event as WarningEvent: update(event.error)
        default: break
        }
    }

    /// Updates the derived properties of the item.
    func updateItem(_ facts: SessionFacts) {
        guard let item = currentItem, media != nil else { return }
        let timeline = publishedTimeline
        item.take(seekable: state.isItemOpen ? [timeline.seekableRange] : [])
        let around = bufferedRanges.first { $0.start <= publishedPosition + 0.001 && publishedPosition < $0.end }
        item.take(
            BufferHealth(
                ahead: around.map { $0.end - publishedPosition } ?? 0,
                left: timeline.kind == .onDemand ? max(0, duration - publishedPosition) : .infinity,
                wanted: min(configuration.buffering.forwardDuration, timeline.targetLatency ?? .infinity), state: state))
    }

    private func update(_ level: QualityLevel) {
        guard let item = currentItem, let width = level.width, let height = level.height else { return }
        let size = PictureSize(width: width, height: height)
        item.set(\.presentationSize, to: size)
    }

    private func update(_ metaData: EventFields) {
        guard metaData["metadataTime"] != nil, let item = currentItem, item.timedMetadata != [metaData] else { return }
        item.set(\.timedMetadata, to: [metaData])
    }

    /// Sets the error of a failed item: the warning that follows its closing is the cause.
    private func update(_ warning: PlaybackError) {
        guard hasItemFailed else { return }
        hasItemFailed = false
        guard let item = currentItem, item.status != .failed else { return }
        item.set(\.error, to: warning.with(severity: .fatal))
        item.set(\.status, to: .failed)
    }
}

extension PlayerItem {
    /// Clears the properties that only an open item has.
    func close() {
        set(\.loadedTimeRanges, to: [])
        take(seekable: [])
        take(BufferHealth())
    }

    fileprivate func take(seekable: [TimeRange]) {
        set(\.seekableTimeRanges, to: seekable)
    }

    fileprivate func take(_ health: BufferHealth) {
        set(\.isPlaybackBufferEmpty, to: health.isEmpty)
        set(\.isPlaybackBufferFull, to: health.isFull)
        set(\.isPlaybackLikelyToKeepUp, to: health.isLikelyToKeepUp)
    }

    /// Updates the duration and the loaded ranges.
    func follow(duration newDuration: Double, loaded: [TimeRange]) {
        set(\.duration, to: newDuration)
        set(\.loadedTimeRanges, to: loaded)
    }

    /// Sets the track model, or updates it.
    func update(_ description: MediaDescription) {
        set(\.media, to: description)
        let known = description.itemTracks
        set(\.tracks, to: known)
        if presentationSize.width == 0, let width = description.width, let height = description.height {
            set(\.presentationSize, to: PictureSize(width: width, height: height))
        }
    }
}
