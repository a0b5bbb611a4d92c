/// What a control bar has to know of the ad that is shown in the content's place.
public struct AdFacts: Sendable, Equatable {
    /// Seconds into the ad.
    public var position = 0.0
    /// Its length in seconds; `nil` where it is not known.
    public var duration: Double?
    /// Which ad of the pod it is, from 1.
    public var sequence = 1
    /// How many ads the pod has.
    public var podCount = 1
    /// Whether it is paused.
    public var isPaused = false
    /// From which second on it can be skipped; `nil` where it can't be.
    public var skipOffset: Double?

    /// Makes the facts of an ad that has just begun.
    public init() {}
}
