import PlayheadCore

/// Playback is likely to continue without a stall: the playhead began to move after a wait, as AVFoundation's
/// `AVMetricPlayerItemLikelyToKeepUpEvent` and `AVMetricPlayerItemInitialLikelyToKeepUpEvent`.
public struct LikelyToKeepUpMetric: MetricEvent {
    /// The reason for a wait.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// The start of the item.
        case start
        /// The start after a pause, or after another interruption.
        case resume
        /// A seek outside of the loaded media.
        case seek
        /// A stall.
        case stall
    }

    /// The name of the kind.
    public static let name = MetricName.likelyToKeepUp
    /// The times, and the playback.
    public var context = MetricContext()
    /// The reason for the wait.
    public var reason: Reason
    /// Whether this is the first start of the item.
    public var isInitial: Bool
    /// The duration of the wait, in seconds; for a start from the request to play, or with autoplay from opening.
    public var timeTaken: Double
    /// The level on the screen; `nil` before its first picture, and without levels.
    public var level: QualityLevel?
    /// The loaded ranges, in seconds.
    public var loadedRanges: [TimeRange]

    /// Creates a measurement.
    public init(reason: Reason, isInitial: Bool, timeTaken: Double, level: QualityLevel?, loadedRanges: [TimeRange]) {
        self.reason = reason
        self.isInitial = isInitial
        self.timeTaken = timeTaken
        self.level = level
        self.loadedRanges = loadedRanges
    }

    /// The values under the names of the properties.
    public var fields: EventFields {
        [
            "reason": .string(reason.rawValue), "isInitial": .bool(isInitial), "timeTaken": .double(timeTaken),
            "level": level.map { $0.eventValue } ?? .null, "loadedRanges": .array(loadedRanges.map(\.eventValue)),
        ]
    }
}

/// A stall has ended: playback waited because the buffer was empty, as AVFoundation's `AVMetricPlayerItemStallEvent`.
public struct StallMetric: MetricEvent {
    /// The name of the kind.
    public static let name = MetricName.stall
    /// The times, and the playback.
    public var context = MetricContext()
    /// The duration, in seconds.
    public var duration: Double
    /// Whether playback continued; false if the stall ended by a pause, a seek, an error, or the end of the playback.
    public var hasRecovered: Bool
    /// The level on the screen; `nil` without levels.
    public var level: QualityLevel?

    /// Creates a measurement.
    public init(duration: Double, hasRecovered: Bool, level: QualityLevel?) {
        self.duration = duration
        self.hasRecovered = hasRecovered
        self.level = level
    }

    /// The values under the names of the properties.
    public var fields: EventFields {
        ["duration": .double(duration), "hasRecovered": .bool(hasRecovered), "level": level.map { $0.eventValue } ?? .null]
    }
}
