/// The coarse state in the `oldState` and `newState` of events.
public enum PlayerState: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Nothing plays and nothing is starting.
    case idle
    /// Opening, starting, or waiting for data.
    case buffering
    /// The playhead moves.
    case playing
    /// Playback is paused.
    case paused
    /// The item is complete.
    case complete
    /// A fatal error.
    case error

    /// The name of the state, as in events and JSON.
    public var description: String { rawValue }
}

extension PlaybackState {
    /// The coarse state that events contain for this one, or `nil` for `seeking`, which keeps that of the state it was entered from.
    public var playerState: PlayerState? {
        switch self {
        case .idle, .stopping, .ready: .idle
        case .opening, .play, .buffering: .buffering
        case .playing: .playing
        case .pausing, .paused: .paused
        case .seeking: nil
        case .ended: .complete
        case .error: .error
        }
    }
}
