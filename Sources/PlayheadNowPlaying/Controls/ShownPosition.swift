/// Where the playhead is said to be: right at every moment, without asking the player.
struct ShownPosition: Sendable, Equatable {
    /// Seconds, at ``time``; 0 where a position would mislead.
    var position = 0.0
    /// Seconds of the player's clock.
    var time = 0.0
    /// Seconds of media a second; 0 while it stands.
    var speed = 0.0
    /// The end of the media, or `nil`.
    var length: Double?

    /// The position at a later time.
    func position(at now: Double) -> Double {
        let moved = position + max(0, now - time) * speed
        return max(0, min(moved, length ?? .infinity))
    }
}
