import PlayheadCore

/// Determines whether playback resumes after an interruption: only if it was playing, and no command has followed since. A pure value.
struct PlaybackInterruption {
    /// Whether the interruption has paused playback.
    private(set) var hasPaused = false

    /// Handles the beginning of an interruption.
    /// - Returns: Whether to pause.
    mutating func begin(isPlaying: Bool) -> Bool {
        if isPlaying { hasPaused = true }
        return isPlaying
    }

    /// Handles the end of an interruption.
    /// - Returns: Whether to resume.
    mutating func end(_ options: AudioSession.InterruptionOptions) -> Bool {
        defer { hasPaused = false }
        return hasPaused && options.contains(.shouldResume)
    }

    /// Handles an event for which playback stays paused, such as the removal of headphones.
    mutating func cancel() { hasPaused = false }

    /// Handles an input of the player.
    mutating func take(_ input: MachineInput) {
        switch input {
        case .pause(.interruption): break
        case .play, .pause, .stop, .load, .release, .next, .previous, .selectItem: cancel()
        default: break
        }
    }
}
