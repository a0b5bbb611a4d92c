/// The distance from the end at which a live playlist is played, and its reload times.
package struct LiveTiming: Sendable, Hashable {
    /// The default distance from the end, in target durations (RFC 8216bis §4.4.3.8, §6.3.3).
    package static let targetDurationsToHoldBack = 3.0
    /// The default distance from the end in low latency, in part target durations, which RFC 8216bis §4.4.3.8 recommends to servers.
    package static let partTargetDurationsToHoldBack = 3.0

    /// The minimum distance from the end of the last complete segment, in seconds.
    package var holdBack: Double
    /// The minimum distance from the end of the last part, in seconds; nil for a playlist without parts.
    package var partHoldBack: Double?
    /// The playlist's target duration in seconds.
    package var targetDuration: Double
    /// Whether a reload may block at the server until the next update.
    package var canBlockReload: Bool

    /// Makes the timing of a playlist.
    package init(_ playlist: MediaPlaylist) {
        let control = playlist.serverControl
        targetDuration = playlist.targetDuration
        holdBack = Self.positive(control?.holdBack) ?? Self.targetDurationsToHoldBack * playlist.targetDuration
        partHoldBack = playlist.partTargetDuration.map { Self.positive(control?.partHoldBack) ?? Self.partTargetDurationsToHoldBack * $0 }
        canBlockReload = control?.canBlockReload == true && !playlist.isComplete
    }

    /// Returns the target distance behind the edge.
    /// - Parameter lowLatency: Whether parts are played.
    /// - Returns: The distance in seconds.
    package func targetLatency(lowLatency: Bool) -> Double { lowLatency ? partHoldBack ?? holdBack : holdBack }

    /// Returns the time of the next reload (RFC 8216bis §6.3.4).
    /// - Parameters:
    ///   - playlist: The latest playlist.
    ///   - changed: Whether the previous load had changes.
    ///   - blocks: Whether the next request blocks at the server: then it may be sent at once, unless the last response had no changes.
    /// - Returns: The time in seconds from the start of the previous load; nil for a playlist that does not change any more.
    package static func reloadDelay(_ playlist: MediaPlaylist, changed: Bool, blocks: Bool = false) -> Double? {
        guard !playlist.isComplete else { return nil }
        if blocks, changed { return 0 }
        // Without a duration a player would reload as fast as possible.
        let interval = positive(playlist.targetDuration) ?? 1
        return changed ? interval : interval / 2
    }

    private static func positive(_ value: Double?) -> Double? { value.flatMap { $0 > 0 ? $0 : nil } }
}
