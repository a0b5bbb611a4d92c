import PlayheadCore

/// The place at which playing stands until somebody has decided how to go on: ads begin exactly at theirs.
extension PlaybackEngine {
    /// How long it stands where nobody decides, in seconds: longer than a busy machine takes to decide, and not as long as a watchdog waits.
    private static var patience: Double { 5 }

    /// The fence, if playing has not come to it. However little is missing: sums of tenths come to almost whole numbers.
    var fenceAhead: Double? { fence.flatMap { $0 > position ? $0 : nil } }

    /// Where playing stands next: at the fence, or where as much is played as is wanted.
    var stopAhead: Double? {
        guard let limit = playLimit else { return fenceAhead }
        let left = max(0, limit - shared.statistics.withLock { $0.played })
        return min(position + left, fenceAhead ?? .infinity)
    }

    /// Whether as much is played as is wanted.
    private var isPlayedOut: Bool {
        // Sums of steps are not quite whole numbers.
        let rounding = 0.000_001
        return playLimit.map { limit in shared.statistics.withLock { $0.played } >= limit - rounding } ?? false
    }

    /// Stands at a fence, and tells that it is there.
    /// - Returns: When to look again.
    func stand(at fence: Double, _ now: Double) -> Double {
        hold(at: now)
        standing = (fence, now)
        if isPlayedOut, let playLimit {
            shared.statistics.withLock { [position] statistics in
                statistics.played = max(statistics.played, playLimit)
                statistics.playedOutAt = position
            }
        }
        report(.progress(position: position))
        return now + Self.patience
    }

    /// Goes on once the fence is elsewhere, or after a while.
    /// - Returns: When to look again.
    func pumpStanding(_ now: Double) -> Double {
        guard let standing, !isPlayedOut else { return .infinity }
        guard fence != standing.fence || now >= standing.since + Self.patience else { return standing.since + Self.patience }
        self.standing = nil
        guard wantsToMove, seek == nil else { return .infinity }
        waitToMove(amount: 0, reason: .loading, tellsStart: false)
        return now
    }
}
