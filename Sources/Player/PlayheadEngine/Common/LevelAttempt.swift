import PlayheadCore

/// The reason why another level is loaded or shown.
public enum LevelChangeReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// The item starts.
    case start
    /// The policy selected the level, by throughput, buffer and limits.
    case throughput
    /// The transfer of a segment was abandoned because it would have arrived too late.
    case abandonedTransfer
    /// The previous level or its place failed.
    case failure
    /// The machine cannot decode the previous level in time.
    case decoding
    /// The app or the viewer selected the level.
    case manual
}

/// An attempt to load another level, reported before its manifest is requested.
package struct LevelAttempt: Sendable, Hashable {
    /// The level that was loaded before; `nil` at the start.
    package var from: QualityLevel?
    /// The level to load.
    package var to: QualityLevel
    /// The reason.
    package var reason: LevelChangeReason

    /// Creates an attempt.
    package init(from: QualityLevel?, to: QualityLevel, reason: LevelChangeReason) {
        self.from = from
        self.to = to
        self.reason = reason
    }
}
