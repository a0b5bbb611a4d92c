import PlayheadCore

/// Whether a player goes on after an interruption: only if it was playing, and nobody has said since what it should do. A pure value.
struct PlaybackInterruption {
    /// Whether the interruption has stopped the playback.
    private(set) var hasPaused = false

    /// An interruption began.
    /// - Returns: Whether the player is to pause.
    mutating func begin(isPlaying: Bool) -> Bool {
        if isPlaying { hasPaused = true }
        return isPlaying
    }

    /// It is over.
    /// - Returns: Whether the player is to go on.
    mutating func end(_ options: AudioSession.InterruptionOptions) -> Bool {
        defer { hasPaused = false }
        return hasPaused && options.contains(.shouldResume)
    }

    /// The player takes an input.
    mutating func take(_ input: MachineInput) {
        switch input {
        case .pause(.interruption): break
        case .play, .pause, .stop, .load, .release, .next, .previous: hasPaused = false
        default: break
        }
    }
}
