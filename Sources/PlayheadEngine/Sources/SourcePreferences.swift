import PlayheadAdaptive

/// The app's wishes for the choice of levels, and for the start.
struct SourcePreferences: Sendable {
    /// The level to start on; 0 leaves the choice to the source.
    var level = 0
    /// The first limits of the source's own choice.
    var limits = QualityLimits()
    /// Whether on-demand streams begin where their manifest says (`EXT-X-START`), and not at their beginning.
    var usesStartTime = true
    /// The throughput that an earlier playback measured.
    var memory: ThroughputMemory?
    /// Makes the policy that chooses rungs.
    var makePolicy: @Sendable (ThroughputMemory?) -> any RungPolicy = { AdaptivePolicy(memory: $0) }
}
