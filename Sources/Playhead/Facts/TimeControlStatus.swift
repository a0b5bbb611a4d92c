import PlayheadCore

/// Whether the playhead moves, is about to, or is meant to stand, as in AVFoundation.
public enum TimeControlStatus: String, Sendable, Hashable, CaseIterable {
    /// It is meant to stand.
    case paused
    /// It is meant to move and can't yet.
    case waitingToPlayAtSpecifiedRate
    /// It moves.
    case playing
}

/// Why the playhead can't move yet.
public enum WaitingReason: String, Sendable, Hashable, CaseIterable {
    /// The item is being opened, or about to start.
    case opening
    /// Data for the start, or for a seek's target, is on its way.
    case loading
    /// Data ran out while playing.
    case stalled
    /// An ad is shown in the content's place.
    case advertisement
}

extension PlaybackState {
    /// What the state is in AVFoundation's terms: derived from the intent and what is happening.
    /// - Parameters:
    ///   - intendsToPlay: Whether playing is wanted.
    ///   - coarse: The coarse state, which a seek keeps.
    ///   - bufferReason: Why data is waited for.
    ///   - isInAd: Whether an ad break is shown.
    func timeControl(
        intendsToPlay: Bool, _ coarse: PlayerState, _ bufferReason: BufferReason?, isInAd: Bool = false
    ) -> (status: TimeControlStatus, reason: WaitingReason?) {
        guard intendsToPlay else { return (.paused, nil) }
        if isInAd, self == .play || self == .pausing { return (.waitingToPlayAtSpecifiedRate, .advertisement) }
        return switch self {
        case .idle, .stopping, .ended, .error, .pausing, .paused: (.paused, nil)
        case .playing: (.playing, nil)
        case .seeking where coarse == .playing: (.playing, nil)
        case .seeking: (.waitingToPlayAtSpecifiedRate, .loading)
        case .buffering: (.waitingToPlayAtSpecifiedRate, bufferReason == .stalled ? .stalled : .loading)
        case .opening, .ready, .play: (.waitingToPlayAtSpecifiedRate, .opening)
        }
    }
}
