/// The length of the item: announced at first, exact at the end.
struct PlayoutLength: Sendable, Hashable {
    /// The duration, in seconds; infinity if it is unknown.
    var duration = Double.infinity
    /// Whether the media was longer than the announced duration.
    private(set) var isOutlasted = false
    /// Whether the duration is an estimate: by the size of a file, its last timestamps, or the end of what was loaded when the playhead passed
    /// the announced duration.
    private var isEstimated = false

    /// Creates an announced duration, in seconds.
    init(duration: Double = .infinity) { self.duration = duration }

    /// Replaces the duration by an estimate, in seconds.
    mutating func estimate(_ duration: Double) {
        self.duration = duration
        isEstimated = true
    }

    /// Returns the part of `from` to `to` (seconds) that belongs to the item: a tail of sound beyond the duration does not.
    func step(from: Double, to: Double) -> Double { max(0, min(to, duration) - from) }

    /// Extends the duration if the playhead moves beyond it, because a playlist may announce less than there is.
    /// - Parameters:
    ///   - time: The position of the playhead, in seconds.
    ///   - ahead: The seconds beyond `time` that are loaded; infinity if all is loaded.
    ///   - mediaEnd: The end of the media, in seconds, if it is known.
    /// - Returns: Whether the duration changed.
    mutating func extend(beyond time: Double, ahead: Double, mediaEnd: Double?) -> Bool {
        guard duration < .infinity, time > duration else { return false }
        let end = ahead < .infinity ? time + max(0, ahead) : max(time, mediaEnd ?? time)
        // A tail of sound does not extend the item.
        guard isOutlasted || isEstimated || end > duration + PlayoutLimits.durationRounding else { return false }
        isOutlasted = true
        isEstimated = isEstimated || ahead < .infinity || mediaEnd == nil
        duration = end
        return true
    }

    /// Sets the exact duration: `end` (seconds), or the announced duration if it is close to `end`. An estimated duration is
    /// always replaced by `end`.
    mutating func settle(at end: Double) {
        if duration == .infinity || isEstimated || abs(end - duration) > PlayoutLimits.durationRounding { duration = end }
    }
}
