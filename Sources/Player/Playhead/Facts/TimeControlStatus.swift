import PlayheadCore

/// Whether playback is paused, playing, or waiting to play, as in AVFoundation.
public enum TimeControlStatus: String, Sendable, Hashable, CaseIterable {
    /// Playback is paused.
    case paused
    /// Playback is intended, and waits for ``WaitingReason``.
    case waitingToPlayAtSpecifiedRate
    /// Playback is in progress.
    case playing
}

/// The reason why playback is waiting.
public enum WaitingReason: String, Sendable, Hashable, CaseIterable {
    /// The item is opening, or about to start.
    case opening
    /// Data for the start, or for the target of a seek, is loading.
    case loading
    /// The buffer ran empty during playback.
    case stalled
    /// An ad is shown instead of the content.
    case advertisement
}

extension PlaybackState {
    /// Returns the state in the terms of AVFoundation, derived from the intent and the state.
    /// - Parameters:
    ///   - intendsToPlay: Whether playback is intended.
    ///   - coarse: The coarse state, which a seek keeps.
    ///   - bufferReason: The reason for waiting for data.
    ///   - isInAd: Whether an ad break is shown.
    /// - Returns: The status, and the reason for waiting; the reason is `nil` unless playback waits.
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
