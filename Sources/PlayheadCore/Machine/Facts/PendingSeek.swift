/// What a seek is to.
enum SeekGoal: Sendable, Hashable {
    /// A position that a caller gave, in seconds.
    case position(Double)
    /// The beginning: of an on-demand item, of a DVR window; of a live stream its edge.
    case start
    /// Where live playing sits.
    case liveEdge
}

/// A seek that is asked for and not reached yet.
struct PendingSeek: Sendable, Hashable {
    /// The caller's id, or a negative one for a seek that the machine itself asked for.
    var id: Int
    /// Whether a caller waits for the outcome.
    var hasCaller: Bool
    /// The position that was told in onSeek.
    var offset: Double
    /// Where to, on the playback's timeline, once that is known; infinite for the live edge.
    var target: Double
    /// How near the target it has to come.
    var precision: SeekPrecision
    /// Whether the target is the end of the media, so that reaching it completes the item.
    var isAtEnd = false
}
