import PlayheadEngine

/// A metric that thresholds and summaries name.
package enum MonitorMetric: String, Sendable, Hashable, CaseIterable {
    /// The time from the intent to play to the first picture, in milliseconds.
    case startupTime = "startup_time"
    /// The duration of stalls, in milliseconds.
    case stallDuration = "stall_duration"
    /// The number of stalls.
    case stalls
    /// The share of stalls in the time of playback and stalls.
    case stallRatio = "stall_ratio"
    /// The peak bit rate of the rung on the screen, in bits per second, weighted by time.
    case bitrate
    /// The number of changes of the rung on the screen.
    case switches
    /// The latency of live streams, in milliseconds.
    case liveLatency = "live_latency"
    /// The number of viewers.
    case viewers
    /// The number of viewers that arrived.
    case viewersArrived = "viewers_arrived"
    /// The number of arrivals that found the maximum number of viewers.
    case viewersTurnedAway = "viewers_turned_away"
    /// The share of viewers whose playback failed.
    case playbackFailed = "playback_failed"
    /// The share of viewers that left before the first picture without a failure.
    case leftBeforeStart = "left_before_start"
    /// The number of failures: of requests, whether or not a retry succeeded, and of playback.
    case errors
    /// The number of requests.
    case requests
    /// The number of received bytes.
    case dataReceived = "data_received"
    /// The delay of the turns of the playbacks, in milliseconds.
    case clockLateness = "clock_lateness"
    /// The delay of the threads where the answers to requests are handled, in milliseconds.
    case requestLateness = "request_lateness"

    /// The type of a metric, as in k6.
    package enum Kind: String, Sendable, Hashable {
        /// A distribution of values.
        case trend
        /// A sum.
        case counter
        /// A share.
        case rate
        /// A current value.
        case gauge
    }

    /// The type.
    package var kind: Kind {
        switch self {
        case .startupTime, .stallDuration, .bitrate, .liveLatency, .clockLateness, .requestLateness: .trend
        case .stalls, .switches, .viewersArrived, .viewersTurnedAway, .errors, .requests, .dataReceived: .counter
        case .stallRatio, .playbackFailed, .leftBeforeStart: .rate
        case .viewers: .gauge
        }
    }

    /// The content of the values, as in k6: `time` is in milliseconds, `data` in bytes.
    package var contains: String {
        switch self {
        case .startupTime, .stallDuration, .liveLatency, .clockLateness, .requestLateness: "time"
        case .dataReceived: "data"
        default: "default"
        }
    }

    /// The names of all metrics, for messages.
    package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The values of a metric.
package enum MetricValues: Sendable {
    /// The distribution of a trend.
    case trend(Histogram)
    /// The sum of a counter, and its share of a second.
    case counter(count: Double, perSecond: Double)
    /// The number of cases, and the number of others.
    case rate(passes: Double, fails: Double)
    /// The current value, the minimum and the maximum.
    case gauge(value: Double, minimum: Double, maximum: Double)
}

extension MonitorStatistics {
    /// Returns the values of a metric.
    package func values(of metric: MonitorMetric) -> MetricValues {
        let thousand = 1000.0
        func counter(_ count: Double) -> MetricValues { .counter(count: count, perSecond: elapsed > 0 ? count / elapsed : 0) }
        return switch metric {
        case .startupTime: .trend(startup)
        case .stallDuration: .trend(stalls)
        case .bitrate: .trend(bitrate)
        case .liveLatency: .trend(latency)
        case .clockLateness: .trend(clocks.turns.histogram)
        case .requestLateness: .trend(clocks.requests.histogram)
        case .stalls: counter(Double(stallCount))
        case .switches: counter(Double(switchesUp + switchesDown))
        case .viewersArrived: counter(Double(arrived))
        case .viewersTurnedAway: counter(Double(turnedAway))
        case .errors: counter(failures.total)
        case .requests: counter(Double(transfers.requests))
        case .dataReceived: counter(Double(transfers.bytes))
        case .stallRatio: .rate(passes: stallTime * thousand, fails: playTime * thousand)
        case .playbackFailed: .rate(passes: Double(failed), fails: Double(arrived - failed))
        case .leftBeforeStart: .rate(passes: Double(leftBeforeStart), fails: Double(arrived - leftBeforeStart))
        case .viewers: .gauge(value: Double(viewers), minimum: 0, maximum: Double(peakViewers))
        }
    }
}
