/// The state of an engine that any thread reads or sets, each value behind a lock of its own.
struct EngineSharedState: Sendable {
    /// The number of commands that were sent and not performed yet.
    let pendingCommands = Locked(0)
    /// The counters.
    let statistics = Locked(EngineStatistics())
    /// The limits of the choice of levels.
    let qualityLimits: Locked<QualityLimits>
    /// The description of the media, once it is open.
    let found = Locked<MediaProbe.Result?>(nil)
    /// The source, once it is open.
    let source = Locked<(any MediaSource)?>(nil)
    /// The place at which playing stands until a decision is made, in seconds.
    let fence = Locked<Double?>(nil)
    /// The maximum amount of media to play, in seconds.
    let playLimit = Locked<Double?>(nil)
    /// The playhead.
    let playhead = Locked(SharedPlayhead())
    /// Whether the loop was asked to look.
    let wakeRequest = Locked(false)

    /// Creates the state before opening.
    init(qualityLimits: QualityLimits) { self.qualityLimits = Locked(qualityLimits) }
}
