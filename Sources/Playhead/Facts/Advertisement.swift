import PlayheadCore

/// The ad that is shown in the content's place.
public struct Advertisement: Sendable, Hashable {
    /// What it is.
    public var impression: AdImpression
    /// Seconds into the ad.
    public var position = 0.0
    /// Length of the ad in seconds; `nil` where it is not known.
    public var duration: Double?
    /// Which ad of the pod it is, from 1.
    public var sequence = 1
    /// How many ads the pod has.
    public var podCount = 1
    /// Whether it is paused.
    public var isPaused = false
    /// From which second on it can be skipped; `nil` where it can't be.
    public var skipOffset: Double?

    /// Whether ``Player/skipAd()`` ends it now.
    public var canBeSkipped: Bool { skipOffset.map { position >= $0 } ?? false }
}
