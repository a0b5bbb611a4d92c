import PlayheadCore

/// The settings of a whole playback, made by commands.
struct EngineSettings {
    /// The limits for the selection of levels.
    var qualityLimits: QualityLimits
    /// The position at which playback stops until a decision is made, in seconds.
    var fence: Double?
    /// The maximum duration of media to play, in seconds.
    var playLimit: Double?
    /// The time by which sound is played later than pictures, in seconds.
    var audioDelay = 0.0
}
