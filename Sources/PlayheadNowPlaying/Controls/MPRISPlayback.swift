import Playhead

/// The three states that MPRIS knows.
enum MPRISPlayback: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"

    /// What a state is called there. While seeking it stays what it was, which the coarse state still says.
    init(_ state: PlaybackState, _ coarse: PlayerState) {
        switch state {
        case .play, .playing, .buffering: self = .playing
        case .ready, .pausing, .paused: self = .paused
        case .idle, .opening, .stopping, .ended, .error: self = .stopped
        case .seeking:
            switch coarse {
            case .playing, .buffering: self = .playing
            case .idle, .paused: self = .paused
            case .complete, .error: self = .stopped
            }
        }
    }
}
