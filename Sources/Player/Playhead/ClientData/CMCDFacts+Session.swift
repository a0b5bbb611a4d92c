import Foundation
import PlayheadCMCD
import PlayheadCore

extension CMCDPlayerState {
    /// The state as the user perceives it; `nil` while nothing is loaded.
    /// - Parameters:
    ///   - state: The state of the session.
    ///   - intendsToPlay: Whether playback is intended.
    ///   - reason: The reason of a buffering.
    ///   - previous: The last perceived state.
    init?(_ state: PlaybackState, intendsToPlay: Bool, reason: BufferReason?, after previous: CMCDPlayerState?) {
        switch state {
        case .idle: return nil
        case .opening, .ready: self = intendsToPlay ? .starting : .preloading
        case .play: self = .starting
        case .playing: self = .playing
        case .buffering where reason == .stalled: self = .rebuffering
        // The data of a start or of a seek is being loaded.
        case .buffering: self = previous == .seeking ? .seeking : previous == .rebuffering ? .rebuffering : .starting
        case .pausing, .paused: self = .paused
        case .seeking: self = .seeking
        case .stopping: self = previous == .ended || previous == .failed ? previous ?? .quit : .quit
        case .ended: self = .ended
        case .error: self = .failed
        }
    }
}

extension CMCDStreamType {
    init(_ timeline: Timeline) { self = timeline.isLowLatency ? .lowLatency : timeline.kind == .onDemand ? .onDemand : .live }
}
