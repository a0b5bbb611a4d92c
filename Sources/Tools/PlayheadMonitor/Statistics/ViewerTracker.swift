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

    /// Handles the next event.
    /// - Returns: The observations, in order.
    package mutating func handle(_ event: any PlayerEvent) -> [ViewerObservation] {
        let (before, now) = (metrics, event.context.monotonicTime)
        metrics.take(event)
        var observations: [ViewerObservation] = metrics == before ? [] : [.counted(metrics, since: before)]
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
            if rung == nil { observations.append(.showed(true)) }
            rung = Rung(quality.level)
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
        if rung != nil {
            rung = nil
            observations.append(.showed(false))
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

/// A fact about one viewer, as it is counted.
package enum ViewerObservation: Sendable {
    /// The viewer arrived.
    case arrived
    /// An arrival found the maximum number of viewers, and did not happen.
    case turnedAway
    /// The first picture or sound was played, after a time in milliseconds.
    case started(milliseconds: Double)
    /// Playback waits for data.
    case stallBegan
    /// Playback continues, or has ended, after a stall of a duration in seconds.
    case stallEnded(seconds: Double)
    /// A rung is on the screen, or none any more.
    case showed(Bool)
    /// The metrics of the viewer have changed.
    indirect case counted(PlaybackMetrics, since: PlaybackMetrics)
    /// The playhead moved for a time, in seconds, at a rung.
    case played(seconds: Double, Rung?)
    /// The latency of a live stream, in seconds.
    case latency(seconds: Double)
    /// A request or something else failed, whether or not it was tried again with success.
    case failure(FailureKey)
    /// Requests ended, and bytes arrived.
    case transferred(TransferCounters)
    /// The viewer changes from this stream to another one.
    case zappedAway
    /// The viewer has changed to this stream.
    case zapped
    /// The viewer is gone.
    case left(ViewerOutcome)
}

/// The reason why a viewer is gone.
package enum ViewerOutcome: Sendable, Hashable {
    /// The stream was played to its end.
    case completed
    /// The viewer watched as long as it wanted, or the run ended.
    case left
    /// The viewer left before anything was played, without a failure.
    case leftBeforeStart
    /// Playback failed, or the viewer left before anything was played while its requests failed.
    case failed(FailureKey)
}

/// A rung of a ladder as viewers see it: two streams with rungs of the same name and bit rate share it.
package struct Rung: Sendable, Hashable {
    /// The name, such as `720p`.
    package var label: String
    /// The peak bit rate in bits per second; `nil` if the stream does not declare it.
    package var bitrate: Int?

    /// Creates the rung of a level.
    package init(_ level: QualityLevel) { (label, bitrate) = (SafeText.clean(level.label, limit: 32), level.bitrate) }
}
