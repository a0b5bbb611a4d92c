/// How far from the end a live playlist is to be played, and when it is to be loaded again.
public struct LiveTiming: Sendable, Hashable {
    /// Where nothing is said, playing keeps so many target durations from the end (RFC 8216bis §4.4.3.8, §6.3.3).
    public static let targetDurationsToHoldBack = 3.0
    /// Where nothing is said, low-latency playing keeps so many part target durations from the end: what RFC 8216bis §4.4.3.8 advises servers to say.
    public static let partTargetDurationsToHoldBack = 3.0

    /// The least distance from the end of the last complete segment, in seconds.
    public var holdBack: Double
    /// The least distance from the end of the last part, in seconds; nil for a playlist without parts.
    public var partHoldBack: Double?
    /// The playlist's target duration in seconds.
    public var targetDuration: Double
    /// Whether a reload may wait at the server for what comes next.
    public var canBlockReload: Bool

    /// What a playlist says.
    public init(_ playlist: MediaPlaylist) {
        let control = playlist.serverControl
        targetDuration = playlist.targetDuration
        holdBack = Self.positive(control?.holdBack) ?? Self.targetDurationsToHoldBack * playlist.targetDuration
        partHoldBack = playlist.partTargetDuration.map { Self.positive(control?.partHoldBack) ?? Self.partTargetDurationsToHoldBack * $0 }
        canBlockReload = control?.canBlockReload == true && !playlist.isComplete
    }

    /// How far behind the edge playing is meant to be, in seconds.
    /// - Parameter lowLatency: Whether parts are played.
    public func targetLatency(lowLatency: Bool) -> Double { lowLatency ? partHoldBack ?? holdBack : holdBack }

    /// When to load the playlist again, in seconds from the begin of the load before (RFC 8216bis §6.3.4); nil for a playlist that doesn't change any more.
    /// - Parameters:
    ///   - playlist: The latest playlist.
    ///   - changed: Whether that load brought anything.
    ///   - blocks: Whether the next request waits at the server: then it may go out at once, unless the last one came back without anything.
    public static func reloadDelay(_ playlist: MediaPlaylist, changed: Bool, blocks: Bool = false) -> Double? {
        guard !playlist.isComplete else { return nil }
        if blocks, changed { return 0 }
        // Without any duration a player would ask as fast as it can.
        let interval = positive(playlist.targetDuration) ?? 1
        return changed ? interval : interval / 2
    }

    private static func positive(_ value: Double?) -> Double? { value.flatMap { $0 > 0 ? $0 : nil } }
}
