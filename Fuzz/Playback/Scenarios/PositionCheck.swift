import PlayheadCore

/// Checks the playhead in the events of a playback, on the playback's own timeline: it only moves forward, except by seeks, and a seek leaves
/// it at its target. In an undamaged stream it moves at its rate, reaches the targets of seeks, and stays within what is published.
struct PositionCheck {
    /// Whether the stream is undamaged.
    let isIntact: Bool
    /// Whether the playhead moves in real time.
    let isPaced: Bool

    /// The violations.
    private(set) var breaches: [String] = []
    /// The last playhead that was played or reached by a seek; `nil` during a seek and before an item plays.
    private var last: Double?
    /// The last onTime since which the playhead has moved without an interruption.
    private var moving: (playhead: Double, time: Double)?
    /// The range of the playhead at which the current seek may end; `nil` if that is unknown.
    private var target: ClosedRange<Double>?
    /// Whether the current seek is one to the end, wherever that proves to be: the size of a file only estimates it.
    private var isSeekToEnd = false
    private var precision = SeekPrecision.exact
    /// Whether the stream was live, whose end may be before the playhead if its playlists contradict each other.
    private var wasLive = false

    /// The distance by which the engine corrects its clock, in seconds.
    private static let tolerance = 0.1
    /// The maximum distance of key frames, in seconds.
    private static let keyFrameDistance = 3.0
    /// The time by which a busy machine delays measurements, on an accelerated clock, in seconds.
    private static let delay = 1.0
    /// The target duration of the samples, in seconds: the live edge moves in real time, and may be behind the published end by as much.
    private static let targetDuration = 2.0
    /// The maximum factor by which the playback rate keeps the latency.
    private static let catchingUp = 1.05

    /// Creates a check of one player.
    init(isIntact: Bool, isPaced: Bool) {
        self.isIntact = isIntact
        self.isPaced = isPaced
    }

    /// Checks the outputs of an input.
    mutating func check(_ input: MachineInput, _ outputs: [MachineOutput], rate: Double) {
        if case .seek(_, _, let precision) = input { self.precision = precision }
        if case .seekToLiveEdge = input { precision = .exact }
        for case .event(let event, let state, _, let timeline) in outputs {
            wasLive = wasLive || timeline.kind != .onDemand
            check(event, in: state, timeline, rate: rate)
        }
    }

    private mutating func check(_ event: any PlayerEvent, in state: PlaybackState, _ timeline: Timeline, rate: Double) {
        switch event {
        case let event as SeekEvent:
            (last, moving) = (nil, nil)
            target = isOpen(state) ? range(of: event.offset, timeline) : nil
            isSeekToEnd = timeline.kind == .onDemand && timeline.playbackTime(at: event.offset) >= end(timeline)
        case is PlaybackRateChangedEvent: moving = nil
        case is SeekedEvent:
            if isIntact, let target, !widened(target, to: timeline).contains(timeline.playhead) {
                breaches.append("a seek to \(target) ends at \(timeline.playhead) of \(timeline.kind), its end is \(end(timeline))")
            }
            (last, target) = (timeline.playhead, nil)
        case let event as TimeEvent: checkTime(event, in: state, timeline, rate: rate)
        case let change as StateChangeEvent:
            moving = nil
            guard [.opening, .stopping, .idle, .error].contains(change.newState) else { return }
            (last, wasLive) = (nil, false)
        default: break
        }
    }

    private mutating func checkTime(_ event: TimeEvent, in state: PlaybackState, _ timeline: Timeline, rate: Double) {
        let playhead = timeline.playhead
        let isEnd = timeline.kind == .onDemand && event.position == event.duration
        if let last, playhead < last - Self.tolerance, !(wasLive && isEnd) {
            breaches.append("the playhead moves from \(last) back to \(playhead)")
        }
        last = playhead
        guard isIntact, state == .playing else { return }
        if let edge = timeline.liveEdge.map({ timeline.playbackTime(at: $0) }), playhead > edge + Self.targetDuration + Self.delay {
            breaches.append("the playhead is at \(playhead), and the live edge at \(edge)")
        }
        guard isPaced, !isEnd else { return }
        if let moving, playhead > moving.playhead + (timeline.time - moving.time) * rate * Self.catchingUp + Self.delay {
            breaches.append("the playhead moves from \(moving.playhead) to \(playhead) in \(timeline.time - moving.time) s at rate \(rate)")
        }
        moving = (playhead, timeline.time)
    }

    private func isOpen(_ state: PlaybackState) -> Bool { ![.idle, .opening, .stopping, .error].contains(state) }

    /// Returns the range in which a seek to `offset` may end.
    private func range(of offset: Double, _ timeline: Timeline) -> ClosedRange<Double>? {
        let wanted = timeline.playbackTime(at: offset)
        let distance = precision == .exact ? Self.tolerance : Self.keyFrameDistance
        let isLive = timeline.liveEdge != nil && wanted > end(timeline) - Self.tolerance
        return wanted.isFinite ? wanted - max(distance, isLive ? Self.delay : 0)...wanted + distance : nil
    }

    /// Returns the range for a target that has left the window, or was the live position or the end, while the seek lasted.
    private func widened(_ target: ClosedRange<Double>, to timeline: Timeline) -> ClosedRange<Double> {
        guard timeline.liveEdge != nil || isSeekToEnd else { return target }
        return target.lowerBound...max(target.upperBound, end(timeline) + Self.delay)
    }

    /// The end of what can be sought, in seconds.
    private func end(_ timeline: Timeline) -> Double { timeline.playbackTime(at: timeline.seekableRange.end) }
}
