import PlayheadCore

// What is derived of the current item: how much of it is loaded, what comes after it.
extension Player {
    /// Brings what is derived to where the events have come.
    func updateItem() {
        guard let item = currentItem, media != nil else { return }
        let timeline = toldTimeline
        item.take(seekable: state.isItemOpen ? [timeline.seekableRange] : [])
        let around = bufferedRanges.first { $0.start <= toldPosition + 0.001 && toldPosition < $0.end }
        item.take(
            BufferHealth(
                ahead: around.map { $0.end - toldPosition } ?? 0,
                left: timeline.kind == .onDemand ? max(0, duration - toldPosition) : .infinity,
                wanted: min(configuration.forwardBuffer, timeline.targetLatency ?? .infinity), state: state))
        updateNext(timeline)
    }

    private func updateNext(_ timeline: Timeline) {
        let following = core.machine.followingIndex.flatMap { items.indices.contains($0) ? $0 : nil }
        let isRunning = timeline.kind == .onDemand && duration > 0 && duration < .infinity && core.machine.currentIndex == currentIndex
        let offset = configuration.nextUpOffset.map { max(0, $0.position(in: duration)) }
        let isNear = isRunning && offset.map { toldPosition >= $0 } ?? false
        let nextUp = isNear && state.isItemOpen ? following.map { items[$0] } : nil
        if nextUpItem !== nextUp { nextUpItem = nextUp }
        guard configuration.preloadsNextItem, isRunning, state == .playing, let following, isTimeToPreload else { return }
        playback.preload(items[following], at: following)
    }

    /// Late enough that little is loaded in vain, and early enough for what is loaded to be there: once the current item is loaded to its end.
    private var isTimeToPreload: Bool {
        let early = 20.0
        let late = 5.0
        let left = (duration - toldPosition) / max(1, core.machine.rate)
        let isLoaded = bufferedRanges.last.map { $0.end >= duration - 0.1 } ?? false
        return left <= late || left <= early && isLoaded
    }
}

extension PlaybackState {
    /// Whether an item is open.
    fileprivate var isItemOpen: Bool {
        switch self {
        case .idle, .opening, .stopping, .error: false
        case .ready, .play, .playing, .buffering, .pausing, .paused, .seeking, .ended: true
        }
    }
}

extension PlayerItem {
    /// It is not open any more.
    func close() {
        if !loadedTimeRanges.isEmpty { loadedTimeRanges = [] }
        take(seekable: [])
        take(BufferHealth())
    }

    fileprivate func take(seekable: [TimeRange]) {
        if seekableTimeRanges != seekable { seekableTimeRanges = seekable }
    }

    fileprivate func take(_ health: BufferHealth) {
        if isPlaybackBufferEmpty != health.isEmpty { isPlaybackBufferEmpty = health.isEmpty }
        if isPlaybackBufferFull != health.isFull { isPlaybackBufferFull = health.isFull }
        if isPlaybackLikelyToKeepUp != health.isLikelyToKeepUp { isPlaybackLikelyToKeepUp = health.isLikelyToKeepUp }
    }

    /// Its track model is known, or known better.
    func learn(_ description: MediaDescription) {
        if media != description { media = description }
        let known = description.itemTracks
        if tracks != known { tracks = known }
        if presentationSize.width == 0, let width = description.width, let height = description.height {
            presentationSize = PictureSize(width: width, height: height)
        }
    }
}
