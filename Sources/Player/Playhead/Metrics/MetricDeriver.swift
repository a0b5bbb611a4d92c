import Foundation
import PlayheadCore
import PlayheadEngine

/// Derives measurements from the events of a player: a pure function of them, also for replayed traces.
struct MetricDeriver: Sendable {
    private struct Item: Sendable {
        let openedAt: Double
        let index: Int?
        /// The position of the last event, in seconds.
        var position = 0.0
        var quality = PlaybackMetrics()
        var hasStarted = false
        var level: QualityLevel?
        /// The reasons of the last attempts to load levels, by their indices.
        var reasons: [Int: LevelChangeReason] = [:]
        var error: PlaybackError?
    }

    private struct Seek: Sendable {
        let from: Double
        let to: Double
        let start: Double
        var isInBuffer = true
    }

    private var item: Item?
    private var wait: (since: Double, reason: LikelyToKeepUpMetric.Reason)?
    private var stalledSince: Double?
    private var seek: Seek?
    private var ranges: [TimeRange] = []
    /// The rate that the app selected, and the intended rate, which is 0 while paused.
    private var selectedRate = 1.0
    private var rate = 0.0

    /// Handles an attempt to load a level of the current item.
    mutating func handle(_ attempt: LevelAttempt) { item?.reasons[attempt.to.index] = attempt.reason }

    /// Handles an event.
    /// - Returns: The measurements, whose contexts have the time and the position of the event.
    mutating func handle(_ event: any PlayerEvent) -> [any MetricEvent] {
        let now = event.context.monotonicTime
        // The most frequent event, from which nothing else follows.
        guard !(event is TimeEvent) else {
            item?.position = event.context.position
            return []
        }
        var found: [any MetricEvent] = []
        if event is PlaylistItemEvent {
            var last = MetricContext(of: event)
            (last.item, last.mediaTime) = (item?.index, item?.position)
            found += Self.with(last, close(at: now))
            item = Item(openedAt: now, index: event.context.item)
        }
        item?.quality.take(event)
        item?.position = event.context.position
        let derived = derive(event, now)
        return derived.isEmpty ? found : found + Self.with(MetricContext(of: event), derived)
    }

    /// Handles the end of a recording.
    /// - Returns: The measurements of the current item, at the time of the last event.
    fileprivate mutating func finish(after last: any PlayerEvent) -> [any MetricEvent] {
        guard item != nil else { return [] }
        return Self.with(MetricContext(of: last), close(at: last.context.monotonicTime))
    }

    private static func with(_ context: MetricContext, _ metrics: [any MetricEvent]) -> [any MetricEvent] {
        metrics.map { metric in
            var metric = metric
            metric.context = context
            return metric
        }
    }

    private mutating func derive(_ event: any PlayerEvent, _ now: Double) -> [any MetricEvent] {
        switch event {
        case let change as StateChangeEvent: return handle(change, now)
        case let attempt as PlayAttemptEvent:
            if let item, !item.hasStarted { wait = (attempt.reason.isAutomatic ? item.openedAt : now, .start) }
        case let buffer as BufferEvent: begin(buffer.reason, now)
        case let buffer as BufferChangeEvent: ranges = buffer.ranges
        case let seek as SeekEvent:
            // A wait that goes on from a replaced seek is not announced again.
            let isLoaded = ranges.isEmpty || ranges.contains { $0.start <= seek.offset && seek.offset <= $0.end }
            defer { self.seek = Seek(from: seek.position, to: seek.offset, start: now, isInBuffer: isLoaded) }
            return endSeek(now, isCompleted: false)
        case is SeekedEvent: return endSeek(now, isCompleted: true)
        case let change as PlaybackRateChangedEvent:
            selectedRate = change.playbackRate
            return rate > 0 ? setRate(selectedRate) : []
        case let quality as VisualQualityEvent: return show(quality)
        case let problem as WarningEvent: return [ErrorMetric(error: problem.error, hasRecovered: true)]
        case let problem as ErrorEvent: return fail(problem.error, now)
        case let problem as SetupErrorEvent: return fail(problem.error, now)
        case is IdleEvent: return close(at: now)
        default: break
        }
        return []
    }

    private mutating func handle(_ change: StateChangeEvent, _ now: Double) -> [any MetricEvent] {
        var found: [any MetricEvent] = []
        if change.oldState == .buffering { found += endStall(now, hasRecovered: change.newState == .playing) }
        switch change.newState {
        case .playing:
            if let wait {
                found.append(
                    LikelyToKeepUpMetric(
                        reason: wait.reason, isInitial: item?.hasStarted != true, timeTaken: max(0, now - wait.since), level: item?.level,
                        loadedRanges: ranges))
            }
            wait = nil
            item?.hasStarted = true
            found += setRate(selectedRate)
        case .pausing, .paused, .ended, .stopping, .idle, .error:
            wait = nil
            found += setRate(0)
        default: break
        }
        return found
    }

    private mutating func begin(_ reason: BufferReason, _ now: Double) {
        switch reason {
        case .stalled:
            stalledSince = now
            wait = (now, .stall)
        case .loading:
            seek?.isInBuffer = false
            if wait == nil { wait = (now, seek == nil ? .resume : .seek) }
        }
    }

    private mutating func endStall(_ now: Double, hasRecovered: Bool) -> [any MetricEvent] {
        guard let since = stalledSince else { return [] }
        stalledSince = nil
        return [StallMetric(duration: max(0, now - since), hasRecovered: hasRecovered, level: item?.level)]
    }

    private mutating func endSeek(_ now: Double, isCompleted: Bool) -> [any MetricEvent] {
        guard let seek else { return [] }
        self.seek = nil
        return [
            SeekMetric(
                from: seek.from, to: seek.to, duration: max(0, now - seek.start), isInBuffer: seek.isInBuffer, isCompleted: isCompleted)
        ]
    }

    private mutating func setRate(_ rate: Double) -> [any MetricEvent] {
        guard rate != self.rate else { return [] }
        defer { self.rate = rate }
        return [RateChangeMetric(previousRate: self.rate, rate: rate, level: item?.level)]
    }

    private mutating func show(_ quality: VisualQualityEvent) -> [any MetricEvent] {
        guard item?.level != quality.level else { return [] }
        let from = item?.level
        item?.level = quality.level
        let reason: LevelChangeReason =
            switch quality.reason {
            case .initialChoice: .start
            case .api: .manual
            case .auto: item?.reasons[quality.level.index] ?? .throughput
            }
        return [VariantSwitchMetric(from: from, to: quality.level, reason: reason, loadedRanges: ranges)]
    }

    private mutating func fail(_ error: PlaybackError, _ now: Double) -> [any MetricEvent] {
        item?.error = error
        return [ErrorMetric(error: error, hasRecovered: false)] + close(at: now)
    }

    /// Ends the item.
    private mutating func close(at now: Double) -> [any MetricEvent] {
        var found = endStall(now, hasRecovered: false) + endSeek(now, isCompleted: false) + setRate(0)
        if let item {
            found.append(PlaybackSummaryMetric(quality: item.quality.standing(at: now), requests: .init(), error: item.error))
        }
        (item, wait, ranges) = (nil, nil, [])
        return found
    }
}

extension MetricContext {
    /// The times and the item of an event.
    fileprivate init(of event: any PlayerEvent) {
        let thousand = 1000.0
        time = event.context.monotonicTime
        date = Date(timeIntervalSince1970: Double(event.context.wallTime) / thousand)
        mediaTime = event.context.position
        item = event.context.item
    }
}

extension PlayReason {
    /// Whether the start was decided when the item was opened.
    fileprivate var isAutomatic: Bool {
        switch self {
        case .autostart, .playlist, .repeat: true
        case .external, .interaction, .interruption: false
        }
    }
}

extension PlaybackTrace {
    /// The measurements that follow from the events of the recorded playback, in order. A trace has no requests.
    package func metrics() -> [any MetricEvent] {
        var deriver = MetricDeriver()
        var found: [any MetricEvent] = []
        var last: (any PlayerEvent)?
        forEachEvent { event, _ in
            found += deriver.handle(event)
            last = event
        }
        // A recording may end before its player does.
        if let last { found += deriver.finish(after: last) }
        for index in found.indices { found[index].context.sequence = index + 1 }
        return found
    }
}
