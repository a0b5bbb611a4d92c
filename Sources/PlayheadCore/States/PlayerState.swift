/// The coarse state that the events' `oldState` and `newState` speak of.
public enum PlayerState: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// Nothing plays and nothing is about to.
    case idle
    /// Opening, starting, or waiting for data.
    case buffering
    /// The playhead moves.
    case playing
    /// Could play, does not.
    case paused
    /// The item is done.
    case complete
    /// A fatal error.
    case error

    /// The state's name, as in events and JSON.
    public var description: String { rawValue }
}

extension PlaybackState {
    /// The coarse state that this one is told as, or `nil` for `seeking`, which keeps that of the state it was entered from.
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
