// The kind of a stream, live or DVR, and the position at which a live stream continues after a pause.
extension PlaybackMachine {
    /// The destination of a start that does not continue at the playhead.
    enum LiveJump: Sendable, Hashable {
        case liveEdge
        case windowStart
    }

    /// Sets the timeline from the track model. A live stream is opened at its live position.
    mutating func beginTimeline(of description: MediaDescription) {
        let start = description.seekableRange.start
        timeline.beginning = start.isFinite ? max(0, start) : 0
        timeline.length = description.duration.isNaN ? 0 : max(0, description.duration)
        timeline.playhead = timeline.beginning
        if let window = description.window, window.isUsable {
            timeline.length = .infinity
            setWindow(window)
        } else if timeline.length == .infinity {
            timeline.kind = .live
        }
    }

    /// Handles a moved or longer window, or `nil` for the end of a live stream: then the event's duration follows immediately, and nothing
    /// changes until then.
    mutating func handleWindow(_ window: LiveWindow?) {
        guard timeline.kind != .onDemand, !content.isLiveOver else { return }
        guard let window else {
            content.isLiveOver = timeline.window != nil
            return
        }
        guard window.isUsable else { return }
        let before = (timeline.kind, timeline.window == nil)
        setWindow(window)
        if before != (timeline.kind, false) { emitMedia() }
    }

    private mutating func setWindow(_ window: LiveWindow) {
        let isFirst = timeline.window == nil
        timeline.window = window
        if timeline.kind != .dvr { timeline.kind = isDVR(window) ? .dvr : .live }
        guard isFirst, !timeline.hasBegun else { return }
        // The engine starts at the live position of the measurement, however long the opening takes.
        timeline.origin = window.seekable.end
        timeline.playhead = timeline.origin
    }

    private func isDVR(_ window: LiveWindow) -> Bool {
        // Sums of segment durations have rounding errors.
        let rounding = 0.001
        return options.isDVR || currentItem?.isDVR ?? false || window.edge - window.seekable.start + rounding >= options.minDvrWindow
    }

    /// Converts a live stream that has ended to on-demand.
    mutating func endLive(length: Double) {
        timeline.beginning = max(0, timeline.window?.seekable.start ?? 0)
        timeline.window = nil
        timeline.kind = .onDemand
        timeline.length = length
        content.isLiveOver = true
        emitMedia()
    }

    /// Emits onMeta of kind `media`, initially and on every change of the kind of the stream.
    mutating func emitMedia() {
        guard var media else { return }
        media.duration = duration
        if timeline.kind != .onDemand || content.isLiveOver { media.seekableRange = timeline.seekableRange }
        media.window = timeline.window
        self.media = media
        var fields = media.metaData
        fields["timeline"] = .string(timeline.kind.rawValue)
        emit(MetaEvent(metaData: fields))
    }

    // MARK: Continuing after a pause

    /// The destination of a start if it differs from the playhead, or `nil`.
    var liveJump: LiveJump? { liveJump(from: timeline.playhead) }

    /// Returns the destination of a start at `place`, in seconds of the playback's timeline, if it differs from that.
    func liveJump(from place: Double) -> LiveJump? {
        guard timeline.window != nil, timeline.kind != .onDemand, !engine.isAtEnd else { return nil }
        // A playhead at the start of the window is not outside of it until it is behind by more than this.
        let tolerance = 1.0
        if place < timeline.windowStart - tolerance { return timeline.kind == .dvr ? .windowStart : .liveEdge }
        guard !content.keepsPlayhead else { return nil }
        let isResuming = timeline.kind == .dvr && item.hasEmittedPlay
        guard case .liveEdge(let limit) = isResuming ? options.liveResume.dvr : options.liveResume.live else { return nil }
        return timeline.liveEnd - place > limit ? .liveEdge : nil
    }

    /// Returns the place at which a live stream that is started at `now` (seconds of the monotonic clock) continues, in seconds of the
    /// playback's timeline; `nil` if it continues at the playhead.
    package func liveJumpTarget(at now: Double) -> Double? {
        var later = self
        later.timeline = timeline.standing(until: now)
        return later.liveJump.map { $0 == .liveEdge ? later.timeline.liveEnd : later.timeline.windowStart }
    }

    /// Seeks the engine before it starts. The jump is part of the start, not a seek: only the reason of the state change reports it.
    mutating func jumpBeforeStart() {
        guard let jump = liveJump else { return }
        history.ownSeekID -= 1
        timeline.playhead = jump == .liveEdge ? timeline.liveEnd : timeline.windowStart
        let target = jump == .liveEdge ? Double.infinity : timeline.windowStart
        outputs.append(.engine(.seek(id: history.ownSeekID, target: target, precision: .exact)))
    }
}

extension PlaybackMachine.LiveJump {
    var stateChangeReason: StateChangeReason { self == .liveEdge ? .liveEdge : .windowStart }
}

extension LiveWindow {
    /// Whether all values are finite and small enough to calculate with.
    var isUsable: Bool {
        let maximum = 1e12
        return [seekable.start, seekable.end, edge, targetLatency, measuredAt].allSatisfy { abs($0) < maximum }
    }
}
