import PlayheadCore

/// An error after which nothing more is loaded of some tracks.
struct LoadingFailure: Sendable {
    /// The first error.
    let error: PlaybackError
    /// The generations that end with the error, for each kind of track.
    private var generations: [TrackKind: Set<Int>] = [:]

    init(_ error: PlaybackError) { self.error = error }

    /// Returns the same failure, with which the tracks of a generation end as well.
    func adding(_ tracks: Set<TrackKind>, of generation: Int) -> LoadingFailure {
        var copy = self
        for kind in tracks { copy.generations[kind, default: []].insert(generation) }
        return copy
    }

    /// Whether the track `kind` of a generation ends with the error.
    func ends(_ kind: TrackKind, of generation: Int?) -> Bool {
        generation.map { generations[kind]?.contains($0) == true } ?? false
    }
}
