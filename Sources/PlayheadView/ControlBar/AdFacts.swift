/// The facts that a control bar needs about the current ad.
public struct AdFacts: Sendable, Equatable {
    /// The position in the ad, in seconds.
    public var position = 0.0
    /// The duration in seconds; `nil` if it is unknown.
    public var duration: Double?
    /// The index of the ad in its pod, from 1.
    public var sequence = 1
    /// The number of ads in the pod.
    public var podCount = 1
    /// Whether the ad is paused.
    public var isPaused = false
    /// The position from which the ad is skippable, in seconds; `nil` if it is not.
    public var skipOffset: Double?

    /// Creates the facts of an ad that has just started.
    public init() {}
}
