import PlayheadCore

/// Decides how loading continues after a segment that failed to load or to demux: a value without clock or I/O. The loader has retried
/// transient failures before that.
struct SegmentFailurePolicy: Sendable, Hashable {
    /// The facts of a failure.
    struct Failure: Sendable, Hashable {
        /// Whether the origin is late with the segment.
        var isAwaited = false
        /// Whether the segment may appear in a moment: it is the newest of a live stream, and the answer was "not found".
        var mayAppear = false
        /// The number of attempts at this segment in this place, including the current failure.
        var tries = 1
        /// Whether the same time is available from another rung or place that has not failed recently.
        var hasAlternative = false
        /// Whether any segment follows in the rendition.
        var hasNext = true
        /// The number of segments skipped since the last success.
        var skipped = 0
        /// Whether any segment of the rendition was loaded before.
        var hasLoaded = true
    }

    /// A decision.
    enum Decision: Sendable, Hashable {
        /// Retry after a delay in seconds.
        case retry(after: Double)
        /// Use another rung or place; the failed one is not used for ``SegmentFailurePolicy/penalty`` seconds.
        case alternative
        /// Skip the segment.
        case skip
        /// End loading.
        case giveUp
    }

    /// The seconds for which a rung or place that failed is not used.
    var penalty = 60.0
    /// The maximum number of places that failed recently at which others are still tried.
    static let maximumFailedPlaces = 64
    /// The maximum number of consecutive segments that are skipped.
    var maximumHole = 3
    /// The maximum number of attempts at a segment that may appear.
    var tries = 5
    /// The delay between two attempts, in seconds.
    var retryDelay = 0.5
    /// The time for which the next segment is awaited after ``maximumHole`` were skipped, in seconds. It is shorter than the timeout of the player for
    /// buffering, so that the error states the reason.
    static let timeout = 24.0

    /// Returns whether the origin is late with a segment that failed after `skipped` others were skipped.
    func isAwaited(_ segment: Segment, of rendition: any MediaRendition, after error: PlaybackError, skipped: Int) -> Bool {
        error.isNotFound && rendition.isAwaited(segment, timeout: skipped < maximumHole ? nil : Self.timeout)
    }

    /// Decides how loading continues after `failure`.
    func decide(_ failure: Failure) -> Decision {
        if failure.isAwaited { return .retry(after: 0) }
        if failure.mayAppear, failure.tries < tries { return .retry(after: retryDelay) }
        if failure.hasAlternative { return .alternative }
        // If no segment follows, the end is missing and not a gap: the end must not be reported as if everything was played.
        if failure.hasNext, failure.skipped < maximumHole { return .skip }
        return .giveUp
    }
}
