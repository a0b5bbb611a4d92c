import PlayheadCore
import PlayheadTransport

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
    /// Another rung is on the screen, or none.
    case showed(Rung?, instead: Rung?)
    /// The rung on the screen changed.
    case switched(up: Bool)
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
