/// The time up to which the playhead can move with what is decoded of all tracks.
struct PlayheadReach: Sendable, Hashable {
    /// The supply of a track for the playhead.
    enum Supply: Sendable, Hashable {
        /// Media to present, a gap whose end is known, or nothing from here on: the playhead does not wait for the track.
        case ready
        /// No media; the next packet belongs to `from` (seconds) or later, and the playhead has to wait there.
        case awaited(from: Double)
    }

    /// The time at which the playhead has to wait, in seconds; infinity if it need not wait.
    let end: Double

    /// Creates the reach of tracks that are played together: the first track that has to be awaited ends it.
    init(_ tracks: [Supply]) {
        end = tracks.reduce(.infinity) { end, track in
            if case .awaited(let from) = track { min(end, from) } else { end }
        }
    }

    /// Whether the playhead, at `position` seconds, has to wait.
    func isReached(at position: Double, tolerance: Double) -> Bool { position >= end - tolerance }
}
