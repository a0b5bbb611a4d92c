import PlayheadCore

/// The state of the buffer, derived from the amount of loaded data.
struct BufferHealth: Equatable {
    var isEmpty = true
    var isFull = false
    var isLikelyToKeepUp = false

    /// Creates the state of an item that is not open.
    init() {}

    /// - Parameters:
    ///   - ahead: The number of seconds that are loaded ahead of the playhead.
    ///   - left: The number of seconds to the end; infinite for live.
    ///   - wanted: The number of seconds to keep loaded ahead of the playhead.
    ///   - state: The playback state.
    init(ahead: Double, left: Double, wanted: Double, state: PlaybackState) {
        // The ends of samples and of durations differ slightly.
        let rounding = 0.1
        let isAllLoaded = ahead >= left - rounding
        isFull = isAllLoaded || ahead >= wanted * 0.9
        isEmpty = ahead < rounding && !isAllLoaded
        // Enough to bridge the next request; in low latency, no more than that is ever loaded.
        let enough = state == .playing ? 0.25 : min(2, wanted / 2)
        isLikelyToKeepUp = state != .buffering && !isEmpty && (isFull || ahead >= enough)
    }
}
