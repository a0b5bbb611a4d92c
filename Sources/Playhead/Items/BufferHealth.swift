import PlayheadCore

/// What the amount of loaded data says of the playing.
struct BufferHealth: Equatable {
    var isEmpty = true
    var isFull = false
    var isLikelyToKeepUp = false

    /// Of an item that is not open.
    init() {}

    /// - Parameters:
    ///   - ahead: Seconds that are loaded ahead of the playhead.
    ///   - left: Seconds to the end; infinite for live.
    ///   - wanted: Seconds ahead that are kept loaded.
    ///   - state: What is happening.
    init(ahead: Double, left: Double, wanted: Double, state: PlaybackState) {
        // Ends of samples and of durations differ by a little.
        let rounding = 0.1
        let isAllLoaded = ahead >= left - rounding
        isFull = isAllLoaded || ahead >= wanted * 0.9
        isEmpty = ahead < rounding && !isAllLoaded
        // Enough to bridge the fetching of what comes next; in low latency there is never more.
        let enough = state == .playing ? 0.25 : min(2, wanted / 2)
        isLikelyToKeepUp = state != .buffering && !isEmpty && (isFull || ahead >= enough)
    }
}
