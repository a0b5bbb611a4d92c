import PlayheadCore

/// The playback of an item has ended, as AVFoundation's `AVMetricPlayerItemPlaybackSummaryEvent`.
public struct PlaybackSummaryMetric: MetricEvent {
    /// The sums of the requests of a playback.
    public struct Requests: Sendable, Hashable {
        /// The number of requests, with retries.
        public var count = 0
        /// The number of bytes of bodies that were read.
        public var bytes: Int64 = 0
        /// The number of failed requests.
        public var failures = 0
        /// The number of requests that succeeded after a failed attempt.
        public var recoveries = 0

        /// Creates empty sums.
        public init() {}

        /// Adds the sums of another source.
        mutating func add(_ other: Requests) {
            count = count.saturatingAdding(other.count)
            bytes = bytes.saturatingAdding(other.bytes)
            failures = failures.saturatingAdding(other.failures)
            recoveries = recoveries.saturatingAdding(other.recoveries)
        }
    }

    /// The name of the kind.
    public static let name = MetricName.summary
    /// The times, and the playback.
    public var context = MetricContext()
    /// The quality of experience of the item, from its opening to its end.
    public var quality: PlaybackMetrics
    /// The requests of the playback.
    public var requests: Requests
    /// The error that ended the playback, or `nil`.
    public var error: PlaybackError?

    /// Creates a summary.
    public init(quality: PlaybackMetrics, requests: Requests, error: PlaybackError?) {
        self.quality = quality
        self.requests = requests
        self.error = error
    }

    /// The number of problems that did not end playback: warnings, and requests that succeeded after a failed attempt.
    public var recoveredErrors: Int { quality.warnings.saturatingAdding(requests.recoveries) }

    /// The values under the names of the properties.
    public var fields: EventFields {
        [
            "startupTime": quality.startupTime.eventValue, "playTime": .double(quality.playTime), "stalls": .int(quality.rebufferCount),
            "stallTime": .double(quality.rebufferTime), "switches": .int(quality.switches), "switchesUp": .int(quality.switchesUp),
            "switchesDown": .int(quality.switchesDown), "seeks": .int(quality.seeks), "meanBitrate": quality.meanBitrate.eventValue,
            "droppedFrames": quality.droppedFrames.eventValue, "requests": .int(requests.count),
            "bytes": .int(Int(clamping: requests.bytes)), "failedRequests": .int(requests.failures),
            "recoveredErrors": .int(recoveredErrors), "error": error.map { $0.eventValue } ?? .null,
        ]
    }
}
