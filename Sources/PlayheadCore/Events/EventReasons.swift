/// Who asked for playing.
public enum PlayReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app, by calling the player.
    case external
    /// The viewer, by a control.
    case interaction
    /// The player itself, as configured.
    case autostart
    /// The playlist moved on to the next item.
    case playlist
    /// The playlist or item starts again.
    case `repeat`
    /// An interruption of the audio session is over.
    case interruption
}

/// Why playback was paused.
public enum PauseReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app, by calling the player.
    case external
    /// The viewer, by a control.
    case interaction
    /// The audio session was interrupted.
    case interruption
    /// The app went to the background.
    case background
}

/// Why there is buffering.
public enum BufferReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// Data is loaded for a start or a seek.
    case loading
    /// The data ran out while playing.
    case stalled
}

/// Why the player became idle.
public enum IdleReason: String, Sendable, Hashable, CaseIterable {
    /// `stop()` was called.
    case stopped
    /// Something else is loaded.
    case newLoad
    /// The playback was released.
    case released
    /// The item failed, and the next one is opened in its place.
    case failed
}

/// Why the playback state changed.
public enum StateChangeReason: String, Sendable, Hashable, CaseIterable {
    /// The app called the player.
    case external
    /// The viewer used a control.
    case interaction
    /// The player is configured to start by itself.
    case autostart
    /// The playlist moved on.
    case playlist
    /// The audio session was interrupted, or its interruption is over.
    case interruption
    /// The app went to the background.
    case background
    /// The engine reports that it happened.
    case engine
    /// Data is loaded for a start or a seek.
    case loading
    /// The data ran out while playing.
    case stalled
    /// A seek was asked for.
    case seek
    /// The playhead reached the end.
    case ended
    /// A fatal error.
    case failure
    /// The playback is released.
    case release
    /// An ad is shown in the content's place.
    case advertisement
    /// Playing goes on at the live edge, as the playhead was left too far behind it.
    case liveEdge
    /// Playing goes on at the window's start, as the playhead was left out of the window.
    case windowStart
}

/// Who chooses the quality.
public enum QualityMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// The player.
    case auto
    /// The app or viewer.
    case manual
}

/// Why a picture of another quality is on the screen.
public enum QualityReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The first of the item.
    case initialChoice = "initial choice"
    /// The player chose it.
    case auto
    /// The app or viewer chose it.
    case api
}
