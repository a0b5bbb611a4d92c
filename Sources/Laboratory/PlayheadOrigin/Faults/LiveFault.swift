/// A fault of a broadcast, and its time.
///
/// Faults of single responses (statuses, latencies, cut connections) are ``Fault``s.
package struct LiveFault: Sendable, Equatable {
    /// The start, in seconds since the start of the broadcast. For faults of segments the time of the segment's first sample is compared.
    package var at: Double
    /// The duration in seconds; nil: indefinitely.
    package var duration: Double?
    /// The paths of the playlists that the fault applies to.
    package var path: PathPattern
    /// The host that the fault applies to, as named by the request, with or without a port; nil: every host.
    package var host: String?
    /// The kind of fault.
    package var kind: Kind

    /// The kind of fault.
    package enum Kind: Sendable, Equatable {
        /// The playlists stop growing, and catch up when the fault ends.
        case frozen
        /// The playlists are a number of seconds old.
        case behind(Double)
        /// The encoder restarts: the recording starts over, with sequence numbers from 0 and no tag that announces it.
        case restart
        /// The dates are off by a number of seconds; of manifests of DASH the start of the presentation.
        case skew(Double)
        /// The dates drift away from the media, by a number of seconds per second.
        case drift(Double)
        /// `EXT-X-TARGETDURATION` has this value in seconds, whatever the durations of the segments.
        case targetDuration(Int)
        /// Segments are missing, and the playlist marks them (`EXT-X-GAP`).
        case gap
        /// Segments are missing (404), and the playlist does not mark them.
        case missing
        /// Segments expire (404) a number of seconds after they have left the window, or before if the number is negative.
        case expiry(Double)
        /// The broadcast ends with `EXT-X-ENDLIST`.
        case end
        /// Manifests of DASH leave out the segments of the last seconds, and say that they are new.
        case shrunk(Double)
        /// The publish time of manifests of DASH does not change.
        case stale
        /// Manifests of DASH refer to this location of updates.
        case location(String)
        /// The clock of the origin, to which manifests of DASH refer, is off by a number of seconds.
        case clock(Double)
        /// Patches of manifests of DASH are for another manifest.
        case foreignPatch
    }

    /// Creates a fault.
    package init(_ kind: Kind, at: Double = -.infinity, duration: Double? = nil, path: PathPattern = "**", host: String? = nil) {
        self.kind = kind
        self.at = at
        self.duration = duration
        self.path = path
        self.host = host
    }

    /// The time when the fault ends. A duration without a start counts from the start of the broadcast.
    var end: Double { duration.map { (at.isFinite ? at : 0) + $0 } ?? .infinity }

    func isActive(at time: Double) -> Bool { time >= at && time < end }

    func applies(toHost asked: String?) -> Bool {
        guard let host else { return true }
        guard let asked else { return false }
        return asked == host || asked.split(separator: ":").first.map(String.init) == host
    }
}
