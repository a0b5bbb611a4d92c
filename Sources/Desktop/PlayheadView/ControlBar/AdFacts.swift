/// The facts that a control bar needs about the current ad.
package struct AdFacts: Sendable, Equatable {
    /// The position in the ad, in seconds.
    package var position = 0.0
    /// The duration in seconds; `nil` if it is unknown.
    package var duration: Double?
    /// The index of the ad in its pod, from 1.
    package var sequence = 1
    /// The number of ads in the pod.
    package var podCount = 1
    /// Whether the ad is paused.
    package var isPaused = false
    /// The position from which the ad is skippable, in seconds; `nil` if it is not.
    package var skipOffset: Double?

    /// Creates the facts of an ad that has just started.
    package init() {}
}
