import PlayheadCore
import PlayheadTransport

/// Turns the events of one viewer into observations: a pure function of the events.
package struct ViewerTracker: Sendable {
    private var metrics = PlaybackMetrics()
    private var counted = PlaybackMetrics()
    private var rung: Rung?
    private var stallStart: Double?
    private var transfers = TransferCounters()
    /// The last failure, if nothing has been received since. Once playback has failed, it is the fatal error.
    package private(set) var failure: FailureKey?
    /// Whether playback has failed.
    package private(set) var hasFailed = false

    /// Creates the tracker of a viewer that has just arrived.
    package init() {}

    /// Creates the tracker of a viewer that changes to another stream, of which nothing has been played.
    package init(after former: ViewerTracker) { transfers = former.transfers }

    /// Whether anything was played.
    package var hasStarted: Bool { metrics.starts > 0 }

    /// The metrics of the viewer so far.
    package var playbackMetrics: PlaybackMetrics { metrics }

    /// Handles the next event.
    /// - Returns: The observations, in order.
    package mutating func handle(_ event: any PlayerEvent) -> [ViewerObservation] {
        let (before, now) = (metrics, event.context.monotonicTime)
        metrics.take(event)
        var observations: [ViewerObservation] = []
        if before.startupTime == nil, let time = metrics.startupTime { observations.append(.started(milliseconds: time)) }
        if metrics.rebufferCount > before.rebufferCount {
            stallStart = before.rebufferTime
            observations.append(.stallBegan)
        }
        switch event {
        case let change as StateChangeEvent:
            observations += count(upTo: now)
            if change.oldState == .buffering, let start = stallStart {
                stallStart = nil
                observations.append(.stallEnded(seconds: metrics.rebufferTime - start))
            }
        case let quality as VisualQualityEvent:
            observations += count(upTo: now)
            let shown = Rung(quality.level)
            if metrics.switchesUp > before.switchesUp { observations.append(.switched(up: true)) }
            if metrics.switchesDown > before.switchesDown { observations.append(.switched(up: false)) }
            if shown != rung { observations.append(.showed(shown, instead: rung)) }
            rung = shown
        case let log as ErrorLogEvent: observations.append(fail(with: FailureKey(log.entry)))
        case let problem as ErrorEvent: observations.append(end(with: problem.error))
        case let problem as SetupErrorEvent: observations.append(end(with: problem.error))
        default: break
        }
        return observations
    }

    private mutating func fail(with failure: FailureKey) -> ViewerObservation {
        if !hasFailed { self.failure = failure }
        return .failure(failure)
    }

    private mutating func end(with error: PlaybackError) -> ViewerObservation {
        defer { hasFailed = true }
        return fail(with: FailureKey(error))
    }

    /// Counts what has happened up to a time, because events may be rare.
    /// - Parameters:
    ///   - now: The time, in seconds on the clock of the events' `monotonicTime`.
    ///   - transfers: The totals of the viewer's loader; `nil` if they are unknown.
    /// - Returns: The observations.
    package mutating func sample(at now: Double, _ transfers: TransferCounters? = nil) -> [ViewerObservation] {
        var observations = count(upTo: now)
        guard let transfers else { return observations }
        if transfers.bytes > self.transfers.bytes, !hasFailed { failure = nil }
        if transfers != self.transfers {
            observations.append(.transferred(transfers - self.transfers))
            self.transfers = transfers
        }
        return observations
    }

    /// Ends an ongoing stall and leaves the rung, because the viewer leaves the stream.
    package mutating func finish(at now: Double) -> [ViewerObservation] {
        var observations = count(upTo: now)
        if let start = stallStart {
            stallStart = nil
            observations.append(.stallEnded(seconds: metrics.standing(at: now).rebufferTime - start))
        }
        if let shown = rung {
            rung = nil
            observations.append(.showed(nil, instead: shown))
        }
        return observations
    }

    private mutating func count(upTo now: Double) -> [ViewerObservation] {
        let standing = metrics.standing(at: now)
        let seconds = standing.playTime - counted.playTime
        counted = standing
        return seconds > 0 ? [.played(seconds: seconds, rung)] : []
    }
}
