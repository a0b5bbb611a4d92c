import PlayheadCore

/// The ad that is shown instead of the content.
public struct Advertisement: Sendable, Hashable {
    /// The description of the ad.
    public var impression: AdImpression
    /// The playhead in the ad, in seconds.
    public var position = 0.0
    /// The duration of the ad in seconds; `nil` if unknown.
    public var duration: Double?
    /// The number of the ad in its pod, from 1.
    public var sequence = 1
    /// The number of ads in the pod.
    public var podCount = 1
    /// Whether the ad is paused.
    public var isPaused = false
    /// The position in seconds from which the ad can be skipped; `nil` if it can't be skipped.
    public var skipOffset: Double?

    /// Whether ``Player/skipAd()`` skips the ad now.
    public var canBeSkipped: Bool { skipOffset.map { position >= $0 } ?? false }
}
