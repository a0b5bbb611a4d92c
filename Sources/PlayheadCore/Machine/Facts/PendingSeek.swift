/// A seek that is asked for and not reached yet.
struct PendingSeek: Sendable, Hashable {
    /// The caller's id, or a negative one for a seek that the machine itself asked for.
    var id: Int
    /// Whether a caller waits for the outcome.
    var hasCaller: Bool
    /// Where to, in seconds; clamped to the media once that is open.
    var target: Double
    /// How near the target it has to come.
    var precision: SeekPrecision
    /// Whether the target is the end of the media, so that reaching it completes the item.
    var isAtEnd = false
}
