import PlayheadCore
import PlayheadMetadata

/// One rendition of a presentation, on demand or live: its timeline, which is updated while a session loads the rendition.
protocol MediaRendition: SegmentTimeline {
    /// The start of playback, in seconds on the timeline of the presentation.
    var startTime: Double { get }
    /// Whether any segment has an unsupported protection.
    var isProtected: Bool { get }
    /// The bit rate in bits per second; `nil` if only the ladder has one.
    var bitrate: Int? { get }

    /// Returns the window of a live rendition at monotonic time `now` (seconds); `nil` on demand.
    func window(at now: Double) -> LiveWindow?

    /// Keeps the timeline up to date until ``release()``.
    func acquire()
    /// Ends an ``acquire()``.
    func release()
    /// Returns the segment to load at `cursor`; waits for the segment if the rendition is live.
    /// - Throws: `CancellationError`.
    func next(at cursor: SegmentCursor) async throws -> NextSegment

    /// Whether the origin is late with a segment that it does not have: `next(at:)` then waits before it returns the segment again. `timeout`
    /// is the maximum wait, in seconds; `nil` for one that distinguishes a late segment from a missing one.
    func isAwaited(_ segment: Segment, timeout: Double?) -> Bool
    /// Records that the response with a segment began at monotonic time `time`, in seconds.
    func found(_ segment: Segment, at time: Double)
    /// Handles the event messages of a segment that concern the presentation itself.
    func handle(_ messages: [EventMessage])
}

/// A rendition whose manifest lists what is available.
extension MediaRendition {
    var bitrate: Int? { nil }
    func isAwaited(_ segment: Segment, timeout: Double?) -> Bool { false }
    func found(_ segment: Segment, at time: Double) {}
    func handle(_ messages: [EventMessage]) {}
}

/// The result of a request for the next segment.
enum NextSegment: Sendable {
    case segment(Segment)
    /// No segment will follow.
    case ended
    /// No segment follows because the manifest cannot be reloaded.
    case stuck(PlaybackError)
}
