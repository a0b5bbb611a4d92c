import Foundation
import PlayheadCore

/// A measurement of a playback, as AVFoundation's `AVMetricEvent`.
///
/// Each kind of measurement is a separate struct. ``PlaybackSession/metrics(of:)`` and ``Player/metrics(of:)`` return those of one kind.
public protocol MetricEvent: Sendable, Hashable {
    /// The name of the kind.
    static var name: MetricName { get }
    /// The times, and the playback that was measured; set by the session.
    var context: MetricContext { get set }
    /// The measured values under the names of the properties; unknown values are null.
    var fields: EventFields { get }
}

/// The kinds of measurements.
public enum MetricName: String, Sendable, Hashable, Codable, CaseIterable {
    /// ``MediaRequestMetric``.
    case mediaRequest
    /// ``LikelyToKeepUpMetric``.
    case likelyToKeepUp
    /// ``VariantSwitchStartMetric``.
    case variantSwitchStart
    /// ``VariantSwitchMetric``.
    case variantSwitch
    /// ``SeekMetric``.
    case seek
    /// ``StallMetric``.
    case stall
    /// ``RateChangeMetric``.
    case rateChange
    /// ``ErrorMetric``.
    case error
    /// ``PlaybackSummaryMetric``.
    case summary
}

/// The values that every measurement has.
public struct MetricContext: Sendable, Hashable {
    /// The number of the measurement in its session, from 1. Gaps are measurements without a listener.
    public var sequence = 0
    /// The date of the measurement.
    public var date = Date(timeIntervalSince1970: 0)
    /// The time of the measurement: seconds since the session was created, on its monotonic clock, as in ``EventContext``.
    public var time = 0.0
    /// The playhead in seconds on the timeline of the playback; `nil` if nothing is open.
    public var mediaTime: Double?
    /// The index of the item in the list, or `nil`.
    public var item: Int?
    /// The identifier of the session.
    public var session = ""
    /// The identifier of the playback, as in ``AccessLogEntry/playbackSessionID``; `nil` for requests beside the media, such as ads.
    public var playback: String?

    /// Creates a context without values.
    public init() {}
}

extension MetricEvent {
    /// The name of the kind.
    public var name: MetricName { Self.name }

    /// The measurement as one line of JSON without its terminator: the context, then the fields. Credentials in URLs are blanked.
    public var jsonLine: String {
        let (million, thousand) = (1_000_000.0, 1000.0)
        var line: EventFields = [
            "seq": .int(context.sequence), "t": .double((context.time * million).rounded() / million),
            "wall": .int(Int(saturating: context.date.timeIntervalSince1970 * thousand)), "metric": .string(name.rawValue),
            "item": context.item.eventValue, "mediaTime": context.mediaTime.eventValue, "session": .string(context.session),
            "playback": context.playback.eventValue,
        ]
        for field in fields.fields { line[field.key] = field.value }
        return Secrets.blanked(JSONText.text(.object(line)))
    }
}
