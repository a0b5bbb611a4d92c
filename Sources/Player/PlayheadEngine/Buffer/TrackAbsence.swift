/// The decision whether a track of a container has a gap at the playhead or is only late: a value without locks or clock.
struct TrackAbsence: Sendable, Hashable {
    /// The end of what was read of the track, in seconds; `nil` before its first packet.
    var reached: Double?
    /// The playhead, in seconds.
    var playhead: Double
    /// The end of what was read of the other tracks of the container, in seconds; `nil` before their first packet, or without other tracks.
    var furthest: Double?
    /// Whether nothing more is read until the playhead moves.
    var isFull = false
    /// The maximum lead of one track of a container over another, in seconds.
    var interleave: Double

    /// Whether the playhead continues without the track: the container was read far enough beyond the place of the next packet, or
    /// the reader waits for the playhead, so that waiting for the track would never end.
    var isAbsent: Bool {
        if isFull { return true }
        guard let furthest else { return false }
        return furthest - max(reached ?? playhead, playhead) > interleave
    }
}
