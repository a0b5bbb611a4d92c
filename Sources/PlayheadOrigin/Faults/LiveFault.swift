/// Something that a broadcast is to do wrong, and when.
///
/// What concerns single responses (statuses, latencies, cut connections) are ``Fault``s.
package struct LiveFault: Sendable, Equatable {
    /// When it begins, in seconds since the broadcast began. What concerns segments counts by when the segment's first sample was on air.
    package var at: Double
    /// For how long, in seconds; nil: for ever.
    package var duration: Double?
    /// Which playlists it applies to, by their paths.
    package var path: PathPattern
    /// Which host it applies to, as the request names it, with or without a port; nil: every one.
    package var host: String?
    /// What goes wrong.
    package var kind: Kind

    /// What goes wrong.
    package enum Kind: Sendable, Equatable {
        /// The playlists stop growing, and then catch up.
        case frozen
        /// The playlists are as they were so many seconds before.
        case behind(Double)
        /// The encoder starts anew: the recording from its beginning, numbers from 0, no tag that says so.
        case restart
        /// The dates are off by so many seconds.
        case skew(Double)
        /// The dates run away from the media, by so many seconds a second.
        case drift(Double)
        /// `EXT-X-TARGETDURATION` says so many seconds, whatever the segments are.
        case targetDuration(Int)
        /// Segments are missing, and the playlist says so (`EXT-X-GAP`).
        case gap
        /// Segments are missing (404), and the playlist does not say so.
        case missing
        /// Segments are gone (404) so many seconds after they have left the window, or before they do where the number is negative.
        case expiry(Double)
        /// The broadcast ends with `EXT-X-ENDLIST`.
        case end
    }

    /// Makes a fault.
    package init(_ kind: Kind, at: Double = -.infinity, duration: Double? = nil, path: PathPattern = "**", host: String? = nil) {
        self.kind = kind
        self.at = at
        self.duration = duration
        self.path = path
        self.host = host
    }

    /// When it is over.
    var end: Double { duration.map { at + $0 } ?? .infinity }

    func isActive(at time: Double) -> Bool { time >= at && time < end }

    func applies(toHost asked: String?) -> Bool {
        guard let host else { return true }
        guard let asked else { return false }
        return asked == host || asked.split(separator: ":").first.map(String.init) == host
    }
}
