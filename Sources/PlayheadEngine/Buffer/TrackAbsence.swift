/// Whether a track of a container has nothing at the playhead, or is only late: a value without locks or clock.
struct TrackAbsence: Sendable, Hashable {
    /// The end of what was read of the track, in seconds; `nil` before its first packet.
    var reached: Double?
    /// The playhead, in seconds.
    var playhead: Double
    /// The end of what was read of the container's other tracks, in seconds; `nil` before their first packet, or without any.
    var furthest: Double?
    /// Whether no more is read before the playhead moves.
    var isFull = false
    /// How far one track of a container may run ahead of another, in seconds.
    var interleave: Double

    /// Whether the playhead goes on without the track: the container was read far enough beyond the place of the next packet, or
    /// the reader waits for the playhead, so that waiting for the track would never end.
    var isAbsent: Bool {
        if isFull { return true }
        guard let furthest else { return false }
        return furthest - max(reached ?? playhead, playhead) > interleave
    }
}
