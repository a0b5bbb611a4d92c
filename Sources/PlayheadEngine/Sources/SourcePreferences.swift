import PlayheadAdaptive

/// The preferences of the app for the selection of levels, and for the start.
struct SourcePreferences: Sendable {
    /// The level to start with; 0 for automatic selection.
    var level = 0
    /// The initial limits for automatic selection.
    var limits = QualityLimits()
    /// Whether on-demand streams start where their manifest specifies (`EXT-X-START`), and not at their beginning.
    var usesStartTime = true
    /// The throughput that an earlier playback measured.
    var memory: ThroughputMemory?
    /// The target distance from the live edge in low latency, in seconds; `nil` follows the origin.
    var liveLatency: Double?
    /// Receives the attempts to load another level, on any thread.
    var onLevelAttempt: @Sendable (LevelAttempt) -> Void = { _ in }
    /// Creates the policy that selects rungs.
    var makePolicy: @Sendable (ThroughputMemory?) -> any RungPolicy = { PlayerPolicy(memory: $0) }
}
