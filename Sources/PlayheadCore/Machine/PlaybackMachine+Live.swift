// What makes a stream live or DVR, and where a live one goes on after a pause.
extension PlaybackMachine {
    /// Where playing goes on instead of where the playhead was left.
    enum LiveJump: Sendable, Hashable {
        case liveEdge
        case windowStart
    }

    /// The timeline as the track model tells it. A live stream is opened where live playing sits then.
    mutating func beginTimeline(of description: MediaDescription) {
        let start = description.seekableRange.start
        timeline.beginning = start.isFinite ? max(0, start) : 0
        timeline.length = description.duration.isNaN ? 0 : max(0, description.duration)
        timeline.playhead = timeline.beginning
        if let window = description.window, window.isUsable {
            timeline.length = .infinity
            take(window)
        } else if timeline.length == .infinity {
            timeline.kind = .live
        }
    }

    /// The window moved, grew, or (`nil`) is one no more: then the event's duration comes right after, and until then all stays as it is.
    mutating func takeWindow(_ window: LiveWindow?) {
        guard timeline.kind != .onDemand, !isLiveOver else { return }
        guard let window else {
            isLiveOver = timeline.window != nil
            return
        }
        guard window.isUsable else { return }
        let before = (timeline.kind, timeline.window == nil)
        take(window)
        if before != (timeline.kind, false) { tellMedia() }
    }

    private mutating func take(_ window: LiveWindow) {
        let isFirst = timeline.window == nil
        timeline.window = window
        if timeline.kind != .dvr { timeline.kind = isDvr(window) ? .dvr : .live }
        guard isFirst, !timeline.hasBegun else { return }
        timeline.playhead = timeline.liveEnd
        timeline.origin = timeline.liveEnd
    }

    private func isDvr(_ window: LiveWindow) -> Bool {
        // Sums of segments' durations are not quite what they add up to.
        let rounding = 0.001
        return options.isDvr || currentItem?.isDvr ?? false || window.edge - window.seekable.start + rounding >= options.minDvrWindow
    }

    /// What was live has an end now: it is on-demand from here on.
    mutating func endLive(length: Double) {
        timeline.beginning = max(0, timeline.window?.seekable.start ?? 0)
        timeline.window = nil
        timeline.kind = .onDemand
        timeline.length = length
        isLiveOver = true
        tellMedia()
    }

    /// Tells onMeta's kind `media`, at first and whenever the kind of stream changes.
    mutating func tellMedia() {
        guard var media else { return }
        media.duration = duration
        if timeline.kind != .onDemand || isLiveOver { media.seekableRange = timeline.seekableRange }
        media.window = timeline.window
        self.media = media
        var fields = media.metaData
        fields["timeline"] = .string(timeline.kind.rawValue)
        tell(MetaEvent(metaData: fields))
    }

    // MARK: Going on after a pause

    /// Where a start goes instead of where the playhead stands, or `nil`.
    var liveJump: LiveJump? {
        guard timeline.window != nil, timeline.kind != .onDemand, !engineIsAtEnd else { return nil }
        // A playhead that was just put at the window's start is not out of it yet.
        let patience = 1.0
        if timeline.playhead < timeline.windowStart - patience { return timeline.kind == .dvr ? .windowStart : .liveEdge }
        guard !holdsPlace else { return nil }
        let isResuming = timeline.kind == .dvr && item.playTold
        guard case .liveEdge(let limit) = isResuming ? options.liveResume.dvr : options.liveResume.live else { return nil }
        return timeline.liveEnd - timeline.playhead > limit ? .liveEdge : nil
    }

    /// Before the engine starts: sends it where playing goes on. That is part of the start, not a seek: nothing of it is told but the state's reason.
    mutating func jumpBeforeStart() {
        guard let jump = liveJump else { return }
        ownSeekID -= 1
        timeline.playhead = jump == .liveEdge ? timeline.liveEnd : timeline.windowStart
        let target = jump == .liveEdge ? Double.infinity : timeline.windowStart
        outputs.append(.engine(.seek(id: ownSeekID, target: target, precision: .exact)))
    }
}

extension PlaybackMachine.LiveJump {
    var stateChangeReason: StateChangeReason { self == .liveEdge ? .liveEdge : .windowStart }
}

extension LiveWindow {
    /// Whether its numbers are some that can be counted with.
    var isUsable: Bool {
        let longest = 1e12
        return [seekable.start, seekable.end, edge, targetLatency, measuredAt].allSatisfy { abs($0) < longest }
    }
}
