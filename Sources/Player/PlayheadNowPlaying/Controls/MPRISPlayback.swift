import Playhead

/// The playback status of MPRIS.
enum MPRISPlayback: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"

    /// Maps a state. During a seek the status is that of the coarse state, which does not change.
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
