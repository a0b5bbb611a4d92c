/// The state of an engine that any thread reads or sets, each value with its own lock.
struct EngineSharedState: Sendable {
    /// The number of commands that were sent but not performed yet.
    let pendingCommands = Locked(0)
    /// The counters.
    let statistics = Locked(EngineStatistics())
    /// The limits for the selection of levels.
    let qualityLimits: Locked<QualityLimits>
    /// The description of the media, once it is open.
    let found = Locked<MediaProbe.Result?>(nil)
    /// The source, once it is open.
    let source = Locked<(any MediaSource)?>(nil)
    /// The position at which playback stops until a decision is made, in seconds.
    let fence = Locked<Double?>(nil)
    /// The maximum duration of media to play, in seconds.
    let playLimit = Locked<Double?>(nil)
    /// The delay of captions, in seconds.
    let captionsDelay = Locked(0.0)
    /// The delay of sound, in seconds.
    let audioDelay = Locked(0.0)
    /// The playhead.
    let playhead = Locked(SharedPlayhead())

    /// Creates the state before opening.
    init(qualityLimits: QualityLimits) { self.qualityLimits = Locked(qualityLimits) }
}
