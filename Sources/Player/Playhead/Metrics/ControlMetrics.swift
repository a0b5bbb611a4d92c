import PlayheadCore

/// A seek has ended, as AVFoundation's `AVMetricPlayerItemSeekDidCompleteEvent`.
public struct SeekMetric: MetricEvent {
    /// The name of the kind.
    public static let name = MetricName.seek
    /// The times, and the playback.
    public var context = MetricContext()
    /// The position before the seek, in seconds.
    public var from: Double
    /// The requested position, in seconds.
    public var to: Double
    /// The duration until the playhead reached its target or the seek was replaced, in seconds.
    public var duration: Double
    /// Whether the target was loaded when the seek began.
    public var isInBuffer: Bool
    /// Whether the target was reached; false if another seek, a stop or an error replaced the seek.
    public var isCompleted: Bool

    /// Creates a measurement.
    public init(from: Double, to: Double, duration: Double, isInBuffer: Bool, isCompleted: Bool) {
        self.from = from
        self.to = to
        self.duration = duration
        self.isInBuffer = isInBuffer
        self.isCompleted = isCompleted
    }

    /// The values under the names of the properties.
    public var fields: EventFields {
        [
            "from": .double(from), "to": .double(to), "duration": .double(duration), "isInBuffer": .bool(isInBuffer),
            "isCompleted": .bool(isCompleted),
        ]
    }
}

/// The intended rate of playback has changed, as AVFoundation's `AVMetricPlayerItemRateChangeEvent`.
public struct RateChangeMetric: MetricEvent {
    /// The name of the kind.
    public static let name = MetricName.rateChange
    /// The times, and the playback.
    public var context = MetricContext()
    /// The previous rate; 0 if playback was paused.
    public var previousRate: Double
    /// The rate; 0 if playback is paused or has ended.
    public var rate: Double
    /// The level on the screen; `nil` before its first picture, and without levels.
    public var level: QualityLevel?

    /// Creates a measurement.
    public init(previousRate: Double, rate: Double, level: QualityLevel?) {
        self.previousRate = previousRate
        self.rate = rate
        self.level = level
    }

    /// The values under the names of the properties.
    public var fields: EventFields {
        ["previousRate": .double(previousRate), "rate": .double(rate), "level": level.map { $0.eventValue } ?? .null]
    }
}

/// A problem has occurred, as AVFoundation's `AVMetricErrorEvent`. Failed requests are ``MediaRequestMetric``s.
public struct ErrorMetric: MetricEvent {
    /// The name of the kind.
    public static let name = MetricName.error
    /// The times, and the playback.
    public var context = MetricContext()
    /// The error.
    public var error: PlaybackError
    /// Whether playback continued.
    public var hasRecovered: Bool

    /// Creates a measurement.
    public init(error: PlaybackError, hasRecovered: Bool) {
        self.error = error
        self.hasRecovered = hasRecovered
    }

    /// The values under the names of the properties.
    public var fields: EventFields { ["error": error.eventValue, "hasRecovered": .bool(hasRecovered)] }
}
