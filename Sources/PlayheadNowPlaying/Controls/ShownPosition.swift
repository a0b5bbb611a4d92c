/// The published position as a function of time, which is correct at every moment without a call to the player.
struct ShownPosition: Sendable, Equatable {
    /// The position at ``time`` in seconds; 0 if a position would be misleading.
    var position = 0.0
    /// The reference time of the player's clock, in seconds.
    var time = 0.0
    /// The speed in seconds of media per second; 0 while paused.
    var speed = 0.0
    /// The end of the media; `nil` if there is none.
    var length: Double?

    /// Returns the position at a later time.
    func position(at now: Double) -> Double {
        let moved = position + max(0, now - time) * speed
        return max(0, min(moved, length ?? .infinity))
    }
}
