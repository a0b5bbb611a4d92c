/// Where a client that never asks thinks the playhead is, after the rules of MPRIS: it moves with the rate while playing, and a new track, or one
/// that was stopped, begins at 0. `Seeked` is for what differs from that.
struct PositionBelief: Sendable {
    /// What is known now.
    struct Fact: Sendable, Equatable {
        var track: String
        var playback: MPRISPlayback
        var rate = 1.0
        /// Seconds; `nil` where none is shown, and while none is known.
        var position: Double?
        /// Whether a seek has just ended.
        var isJump = false
    }

    /// A smaller difference is no jump: playing starts and stalls a little late. In seconds.
    static let tolerance = 1.0

    private var last: Fact?
    private var position = 0.0
    private var time = 0.0

    /// Takes what is known now.
    /// - Parameter now: Seconds of the player's clock.
    /// - Returns: The position to tell, where clients must be told.
    mutating func learn(_ fact: Fact, at now: Double) -> Double? {
        advance(to: now)
        if fact.track != last?.track || last?.playback == .stopped { position = 0 }
        last = fact
        guard let actual = fact.position else { return nil }
        // What is stopped has no position that anybody counts on, but where a seek put it.
        guard fact.isJump || fact.playback != .stopped && abs(actual - position) > Self.tolerance else { return nil }
        position = actual
        return actual
    }

    private mutating func advance(to now: Double) {
        if let last, last.playback == .playing { position += max(0, now - time) * last.rate }
        time = now
    }
}
