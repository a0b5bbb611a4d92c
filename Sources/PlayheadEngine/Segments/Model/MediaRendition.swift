import PlayheadCore

/// One rendition of a presentation, on demand or live: its timeline, and its growth while somebody loads it.
protocol MediaRendition: SegmentTimeline {
    /// The start of playback, in seconds on the presentation's timeline.
    var startTime: Double { get }
    /// Whether any segment is protected so that it cannot be played.
    var isProtected: Bool { get }

    /// The window of a live rendition at monotonic time `now` (seconds); `nil` on demand.
    func window(at now: Double) -> LiveWindow?

    /// Keeps the timeline up to date until ``release()``.
    func acquire()
    /// Ends an ``acquire()``.
    func release()
    /// The segment to load at `cursor`; waits for it if the rendition is live.
    /// - Throws: `CancellationError`.
    func next(at cursor: SegmentCursor) async throws -> NextSegment
}

/// The answer to a fetching task that asks for the next segment.
enum NextSegment: Sendable {
    case segment(Segment)
    /// No segment will follow.
    case ended
    /// No segment follows because the manifest cannot be reloaded.
    case stuck(PlaybackError)
}
