import PlayheadCore
import PlayheadEngine

/// The player attempts to load another variant, as AVFoundation's `AVMetricPlayerItemVariantSwitchStartEvent`.
public struct VariantSwitchStartMetric: MetricEvent {
    /// The name of the kind.
    public static let name = MetricName.variantSwitchStart
    /// The times, and the playback.
    public var context = MetricContext()
    /// The level that is loaded now; `nil` at the start.
    public var from: QualityLevel?
    /// The level to load.
    public var to: QualityLevel
    /// The reason.
    public var reason: LevelChangeReason

    /// Creates a measurement.
    public init(from: QualityLevel?, to: QualityLevel, reason: LevelChangeReason) {
        self.from = from
        self.to = to
        self.reason = reason
    }

    /// The values under the names of the properties.
    public var fields: EventFields {
        ["from": from.map { $0.eventValue } ?? .null, "to": to.eventValue, "reason": .string(reason.rawValue)]
    }
}

/// A picture of another variant is on the screen, as AVFoundation's `AVMetricPlayerItemVariantSwitchEvent`.
public struct VariantSwitchMetric: MetricEvent {
    /// The name of the kind.
    public static let name = MetricName.variantSwitch
    /// The times, and the playback.
    public var context = MetricContext()
    /// The previous level on the screen; `nil` at the start.
    public var from: QualityLevel?
    /// The level on the screen.
    public var to: QualityLevel
    /// The reason.
    public var reason: LevelChangeReason
    /// The loaded ranges, in seconds.
    public var loadedRanges: [TimeRange]

    /// Creates a measurement.
    public init(from: QualityLevel?, to: QualityLevel, reason: LevelChangeReason, loadedRanges: [TimeRange]) {
        self.from = from
        self.to = to
        self.reason = reason
        self.loadedRanges = loadedRanges
    }

    /// The values under the names of the properties.
    public var fields: EventFields {
        [
            "from": from.map { $0.eventValue } ?? .null, "to": to.eventValue, "reason": .string(reason.rawValue),
            "loadedRanges": .array(loadedRanges.map(\.eventValue)),
        ]
    }
}
