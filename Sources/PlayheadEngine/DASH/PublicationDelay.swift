/// The delay with which the origin publishes segments, compared with the times of the manifest: a value without clock or I/O. All times are
/// those of the presentation, in seconds.
struct PublicationDelay: Sendable {
    /// The segment that was missing at the last request: the time of its availability, and of the next request.
    private var missing: (due: Double, retry: Double)?
    /// The measured delay, in seconds.
    private(set) var value = 0.0

    /// Returns the time to request a segment that should be available at `due`.
    func requestTime(of due: Double) -> Double {
        let usual = due + value
        guard let missing, due >= missing.due else { return usual }
        return max(usual, missing.retry)
    }

    /// Records that a segment was missing at `now`.
    /// - Parameters:
    ///   - due: The time at which the segment should have been available.
    ///   - delay: The delay until the next request, in seconds.
    ///   - timeout: The time for which the segment is awaited beyond the usual delay, in seconds.
    ///   - now: The time of the request.
    /// - Returns: Whether the segment is awaited longer.
    mutating func miss(_ due: Double, retryingAfter delay: Double, timeout: Double, at now: Double) -> Bool {
        guard now - due < value + timeout else {
            missing = nil
            return false
        }
        missing = (due, now + delay)
        return true
    }

    /// Records that a segment was available at `now`, which should have been available at `due`. Without a miss the delay is reduced, because
    /// the segment may have been available earlier.
    mutating func find(_ due: Double, at now: Double) {
        let (reduction, negligible) = (0.97, 0.01)
        if missing?.due == due {
            value = max(0, now - due)
            missing = nil
        } else {
            value = value > negligible ? value * reduction : 0
        }
    }
}
