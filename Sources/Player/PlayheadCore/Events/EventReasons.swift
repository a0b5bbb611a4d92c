/// The source of a request to play.
public enum PlayReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app called the player.
    case external
    /// The viewer used a control.
    case interaction
    /// The player is configured to start automatically.
    case autostart
    /// The playlist advanced to the next item.
    case playlist
    /// The playlist or item is repeated.
    case `repeat`
    /// An interruption of the audio session is over.
    case interruption
}

/// The source of a pause.
public enum PauseReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app called the player.
    case external
    /// The viewer used a control.
    case interaction
    /// The audio session was interrupted.
    case interruption
    /// The app entered the background.
    case background
}

/// The reason for buffering.
public enum BufferReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// Data is loaded for a start or a seek.
    case loading
    /// The buffer ran empty during playback.
    case stalled
}

/// The reason why the player became idle.
public enum IdleReason: String, Sendable, Hashable, CaseIterable {
    /// `stop()` was called.
    case stopped
    /// Another list or item is loaded.
    case newLoad
    /// The playback was released.
    case released
    /// The item failed, and the next one is opened instead.
    case failed
}

/// The reason for a change of the playback state.
public enum StateChangeReason: String, Sendable, Hashable, CaseIterable {
    /// The app called the player.
    case external
    /// The viewer used a control.
    case interaction
    /// The player is configured to start automatically.
    case autostart
    /// The playlist advanced.
    case playlist
    /// The audio session was interrupted, or its interruption is over.
    case interruption
    /// The app entered the background.
    case background
    /// The engine reported the change.
    case engine
    /// Data is loaded for a start or a seek.
    case loading
    /// The buffer ran empty during playback.
    case stalled
    /// A seek was requested.
    case seek
    /// The playhead reached the end.
    case ended
    /// A fatal error occurred.
    case failure
    /// The playback is released.
    case release
    /// An ad is shown instead of the content.
    case advertisement
    /// Playback continues at the live edge because the playhead was too far behind it.
    case liveEdge
    /// Playback continues at the start of the window because the playhead was outside the window.
    case windowStart
}

/// The party that selects the quality.
public enum QualityMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// The player.
    case auto
    /// The app or viewer.
    case manual
}

/// The reason why a picture of another quality is on the screen.
public enum QualityReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The first quality of the item.
    case initialChoice = "initial choice"
    /// The player selected it.
    case auto
    /// The app or viewer selected it.
    case api
}

/// The reason for entering or leaving full screen.
public enum FullscreenReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app called the player or its view.
    case external
    /// The viewer used a control.
    case interaction
    /// The window manager did it, without a request.
    case system
}
