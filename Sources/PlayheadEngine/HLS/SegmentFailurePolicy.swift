import PlayheadCore

/// How loading goes on after a segment that can't be had or read: a value without clock or I/O. Requests that fail in passing were tried again
/// by the loader before.
struct SegmentFailurePolicy: Sendable, Hashable {
    /// What is known of a failure.
    struct Failure: Sendable, Hashable {
        /// Whether the segment may be there in a moment: it is the newest of a live stream, and the answer was "not found".
        var mayAppear = false
        /// Tries of this segment at this place, the failed one included.
        var tries = 1
        /// Whether the same time can be had from another rung or host that has not failed lately.
        var hasAlternative = false
        /// Whether anything follows in the rendition.
        var hasNext = true
        /// Segments left out since the last that could be had.
        var skipped = 0
        /// Whether anything of the rendition was ever had.
        var hasLoaded = true
    }

    /// What to do.
    enum Decision: Sendable, Hashable {
        /// Try again after so many seconds.
        case retry(after: Double)
        /// Another rung or host; this one is not asked again for ``SegmentFailurePolicy/penalty`` seconds.
        case alternative
        /// Leave the segment out.
        case skip
        /// End it.
        case giveUp
    }

    /// Seconds for which a rung or host that failed is left alone.
    var penalty = 60.0
    /// Segments in a row that may be left out.
    var longestHole = 3
    /// Tries of a segment that may appear.
    var tries = 5
    /// Seconds between them.
    var retryDelay = 0.5

    /// What to do about `failure`.
    func decide(_ failure: Failure) -> Decision {
        if failure.mayAppear, failure.tries < tries { return .retry(after: retryDelay) }
        if failure.hasAlternative { return .alternative }
        // Where nothing follows it is no hole: the end can't be had, and nobody should be told that all was played.
        if failure.hasNext, failure.skipped < longestHole { return .skip }
        return .giveUp
    }
}
