import Foundation
import Playhead

/// The summary of a session.
struct SessionSummary {
    /// The metrics of the events.
    private(set) var metrics = PlaybackMetrics()
    /// The counters of the engines and the loader.
    var counts = TraceCounts()
    /// The latency of live streams with dates.
    var latency = LatencyMeter()

    /// The time from the intent to play to the first picture on the output, in milliseconds; `nil` if there was none.
    var firstPictureTime: Double? { counts.firstPictureAt.flatMap { metrics.startupTime(toPictureAt: $0) } }

    init() {}

    /// Adds an event.
    mutating func note(_ event: any PlayerEvent) { metrics.take(event) }

    /// Adds an event and, for live streams, the latency according to the timeline at the time of the event.
    mutating func note(_ event: any PlayerEvent, _ timeline: Timeline) {
        note(event)
        guard event is TimeEvent, timeline.kind != .onDemand, let date = timeline.wallClock else { return }
        let thousand = 1000.0
        latency.note(wall: Double(event.context.wallTime) / thousand, date: date, target: timeline.targetLatency)
    }

    /// Adds the end of the session.
    /// - Parameters:
    ///   - counts: The counters of the engines and the loader.
    ///   - time: The time of the end, on the clock of the events' `monotonicTime`, up to which ongoing states are counted.
    mutating func finish(_ counts: TraceCounts, at time: Double?) {
        self.counts = counts
        if let time { metrics = metrics.standing(at: time, framesDropped: counts.framesDropped) }
    }

    private var qualities: [(level: QualityLevel, time: Double)] {
        let times = Dictionary(counts.levels.map { ($0.level, $0.time) }) { $0 + $1 }
        return times.map { ($0.key, $0.value) }.sorted { one, other in
            // The ladders of several items may have the same indices.
            (one.0.index, one.0.label, one.0.bitrate ?? 0, one.0.height ?? 0, one.0.width ?? 0, one.1)
                < (other.0.index, other.0.label, other.0.bitrate ?? 0, other.0.height ?? 0, other.0.width ?? 0, other.1)
        }
    }

    /// The summary as the last line of JSON.
    var fields: EventFields {
        var fields: EventFields = [
            "event": "summary",
            "startupTime": metrics.startupTime.map { .double($0) } ?? .null,
            "firstPictureTime": firstPictureTime.map { .double($0) } ?? .null,
            "stalls": .int(metrics.rebufferCount),
            "stalledTime": .double(metrics.rebufferTime),
            "framesShown": .int(counts.framesShown),
            "framesDropped": .int(counts.framesDropped),
            "audioFrames": .int(counts.audioFrames),
            "played": .double(counts.played),
            "qualities": .array(
                qualities.map { level, time in
                    .object(["index": .int(level.index), "label": .string(level.label), "time": .double(time)])
                }),
            "bytes": .int(Int(counts.bytes)),
            "requests": .int(counts.requests),
            "errors": .array(metrics.errors.map(\.eventValue)),
            "warnings": .int(metrics.warnings),
            "metrics": .object(metrics.fields),
        ]
        // The key is present for live streams only.
        if latency.value != .null { fields["latency"] = latency.value }
        return fields
    }

    /// The summary as text; errors are printed separately, to standard error.
    var lines: [String] {
        var lines = ["", "Summary"]
        func add(_ name: String, _ value: String) { lines.append("  \(name.padding(toLength: 16, withPad: " ", startingAt: 0))\(value)") }
        add("startup", metrics.startupTime.map { String(format: "%.0f ms", $0) } ?? "no frame was shown")
        add("played", String(format: "%.2f s", counts.played))
        let (stalls, stalledTime) = (metrics.rebufferCount, metrics.rebufferTime)
        add("stalls", stalls == 0 ? "none" : String(format: "%d, %.2f s in all", stalls, stalledTime))
        add("frames", "\(counts.framesShown) shown, \(counts.framesDropped) dropped")
        add("sound", counts.audioFrames > 0 ? "\(counts.audioFrames) samples" : "no sound")
        for (level, time) in qualities {
            add("quality", "\(level.label.padding(toLength: 8, withPad: " ", startingAt: 0)) \(String(format: "%.2f s", time))")
        }
        if latency.count > 0 {
            add("latency", String(format: "%.2f to %.2f s, %.2f s on average", latency.minimum, latency.maximum, latency.mean))
        }
        let requests = counts.requests == 1 ? "1 request" : "\(counts.requests) requests"
        add("network", "\(requests), \(TimeText.bytes(counts.bytes))")
        if let ratio = metrics.rebufferRatio, ratio > 0 { add("rebuffering", String(format: "%.2f %% of the time", ratio * 100)) }
        if metrics.switches > 0 { add("switches", "\(metrics.switchesUp) up, \(metrics.switchesDown) down") }
        if metrics.exitsBeforeStart > 0 { add("left before start", "\(metrics.exitsBeforeStart)") }
        if metrics.warnings > 0 { add("warnings", "\(metrics.warnings)") }
        return lines
    }
}
