/// The position that a client computes without polling, by the rules of MPRIS: it advances with the rate while playing, and starts at 0 for
/// a new track or after a stop. A `Seeked` signal is needed only if the actual position differs.
struct PositionBelief: Sendable {
    /// The current state.
    struct Fact: Sendable, Equatable {
        var track: String
        var playback: MPRISPlayback
        var rate = 1.0
        /// The position in seconds; `nil` if none is published or known.
        var position: Double?
        /// Whether a seek has just ended.
        var isJump = false
    }

    /// The maximum difference in seconds that is not a jump, because playback starts and stalls with a small delay.
    static let tolerance = 1.0

    private var last: Fact?
    private var position = 0.0
    private var time = 0.0

    /// Updates the belief at `now`, in seconds of the player's clock.
    /// - Returns: The position to signal, or `nil` if clients need no signal.
    mutating func update(_ fact: Fact, at now: Double) -> Double? {
        advance(to: now)
        if fact.track != last?.track || last?.playback == .stopped { position = 0 }
        last = fact
        guard let actual = fact.position else { return nil }
        // The position of a stopped track does not matter, except after a seek.
        guard fact.isJump || fact.playback != .stopped && abs(actual - position) > Self.tolerance else { return nil }
        position = actual
        return actual
    }

    private mutating func advance(to now: Double) {
        if let last, last.playback == .playing { position += max(0, now - time) * last.rate }
        time = now
    }
}
