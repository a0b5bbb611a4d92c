/// The delay with which the origin publishes segments, compared with the times of the manifest: a value without clock or I/O. All times are
/// those of the presentation, in seconds.
struct PublicationDelay: Sendable {
    /// The segment that was missing at the last request: the time of its availability, and of the next request.
    private var missing: (due: Double, retry: Double)?
    /// The measured delay, in seconds.
    private(set) var value = 0.0
    /// The ends of what the last manifests listed, each with the time at which it was listed first.
    private var listings: [(end: Double, time: Double)] = []
    private static let maximumListings = 8

    /// Records that a manifest lists segments up to `end`.
    /// - Parameters:
    ///   - end: The end of the last segment.
    ///   - duration: The duration of a segment: of what the first manifest lists only the last three may be late.
    ///   - now: The time at which it was loaded.
    mutating func list(upTo end: Double, duration: Double, at now: Double) {
        let new = 2.5
        if listings.isEmpty { listings = [(end - new * duration, -.infinity)] }
        guard let last = listings.last, end > last.end else { return }
        // bounded: eight entries
        if listings.count == Self.maximumListings { listings.removeFirst() }
        listings.append((end, now))
    }

    /// Returns the time at which a segment that ends at `end` was listed; `nil` if it was not.
    func listedTime(of end: Double) -> Double? {
        let rounding = 0.001
        return listings.first { $0.end >= end - rounding }?.time
    }

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
