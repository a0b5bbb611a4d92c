/// How far the playhead can move with what is decoded: a value that weighs the tracks against each other.
struct PlayheadReach: Sendable, Hashable {
    /// What a track has for the playhead.
    enum Supply: Sendable, Hashable {
        /// Something to present, a hole whose end is known, or nothing at all from here on: the track keeps nobody waiting.
        case ready
        /// Nothing; what comes next belongs to `from` (seconds) or later, and has to be awaited there.
        case awaited(from: Double)
    }

    /// The place where the playhead has to wait, in seconds; infinity where it need not.
    let end: Double

    /// The reach of tracks that are played together: the first of those that are awaited ends it.
    init(_ tracks: [Supply]) {
        end = tracks.reduce(.infinity) { end, track in
            if case .awaited(let from) = track { min(end, from) } else { end }
        }
    }

    /// Whether the playhead, at `position` seconds, has to wait.
    func isReached(at position: Double, tolerance: Double) -> Bool { position >= end - tolerance }
}
