import PlayheadEngine
import PlayheadTelemetry

extension MetricRegistry {
    /// The families of ``MonitorTotals``, with the names that dashboards and alerts use.
    package enum Viewers {
        /// The bounds of ``startup`` in seconds.
        private static let startupBounds = [0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1, 1.5, 2, 3, 5, 8, 10, 20, 30, 60]
        /// The bounds of ``latency`` in seconds.
        private static let latencyBounds = [0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60, 120]

        static let viewers = MetricDescription("playhead_viewers", .gauge, help: "The present viewers by state.")
        static let arrived = MetricDescription("playhead_viewers_arrived_total", .counter, help: "Viewers that have arrived.")
        static let failed = MetricDescription("playhead_viewers_failed_total", .counter, help: "Viewers whose playback failed.")
        static let startup = MetricDescription(
            "playhead_startup_seconds", .histogram(bounds: startupBounds), help: "The time from the intent to play to the first picture.")
        static let played = MetricDescription("playhead_played_seconds_total", .counter, help: "The time in which playheads moved.")
        static let stalls = MetricDescription("playhead_stalls_total", .counter, help: "Stalls.")
        static let stalled = MetricDescription("playhead_stalled_seconds_total", .counter, help: "The duration of ended stalls.")
        static let errors = MetricDescription(
            "playhead_errors_total", .counter, help: "Failures by code: of requests, whether or not a retry succeeded, and of playback.")
        static let requests = MetricDescription("playhead_requests_total", .counter, help: "Requests.")
        static let bytes = MetricDescription("playhead_bytes_total", .counter, help: "Received bytes.")
        static let latency = MetricDescription(
            "playhead_live_latency_seconds", .histogram(bounds: latencyBounds),
            help: "The latency of live streams, once each second and viewer.")
        static let clockLateness = MetricDescription(
            "playhead_clock_lateness_seconds", .gauge, help: "The 99th percentile of the lateness of the playbacks' turns.")
        static let requestLateness = MetricDescription(
            "playhead_request_lateness_seconds", .gauge,
            help: "The 99th percentile of the lateness of the threads where the answers to requests are handled.")
        static let clocksLate = MetricDescription(
            "playhead_clocks_late", .gauge, help: "1 if the process's own clocks are late: its figures are not those of the origin.")

        /// All families.
        package static let all = [
            viewers, arrived, failed, startup, played, stalls, stalled, errors, requests, bytes, latency, clockLateness,
            requestLateness, clocksLate,
        ]
    }

    /// Publishes the totals of each stream, and the lateness of the process's clocks. A reader sees all totals of a stream or none. From any thread.
    package func publish(_ totals: MonitorTotals) {
        for stream in totals.streams { publish(stream) }
        let (late, clocks) = (0.99, totals.whole.clocks)
        update { store, _ in
            store.set(clocks.turns.quantile(late), of: Viewers.clockLateness)
            store.set(clocks.requests.quantile(late), of: Viewers.requestLateness)
            store.set(clocks.isLate ? 1 : 0, of: Viewers.clocksLate)
        }
    }

    private func publish(_ stream: MonitorTotals.Stream) {
        let statistics = stream.statistics
        let own = [("stream", stream.name)]
        let labels = LabelSet(converting: own)
        let shown = statistics.showingNow
        let states = [
            ("starting", max(0, statistics.viewers - shown)), ("stalled", statistics.stalledNow),
            ("playing", max(0, shown - statistics.stalledNow)),
        ]
        update { store, _ in
            for (state, count) in states {
                store.set(Double(count), of: Viewers.viewers, LabelSet(converting: own + [("state", state)]))
            }
            for (code, count) in statistics.failuresByCode {
                store.set(Double(count), of: Viewers.errors, LabelSet(converting: own + [("code", code)]))
            }
            store.set(Double(statistics.arrived), of: Viewers.arrived, labels)
            store.set(Double(statistics.failed), of: Viewers.failed, labels)
            store.set(statistics.startup, of: Viewers.startup, labels)
            store.set(statistics.playTime, of: Viewers.played, labels)
            store.set(Double(statistics.stallCount), of: Viewers.stalls, labels)
            store.set(statistics.stallTime, of: Viewers.stalled, labels)
            store.set(Double(statistics.transfers.requests), of: Viewers.requests, labels)
            store.set(Double(statistics.transfers.bytes), of: Viewers.bytes, labels)
            store.set(statistics.latency, of: Viewers.latency, labels)
        }
    }
}

extension MetricStore {
    /// Sets a series, which counts since the start, also if it appears later.
    fileprivate mutating func set(_ value: Double, of family: MetricDescription, _ labels: LabelSet = .none) {
        set(value, of: series(of: family, labels, at: start))
    }

    /// Sets a series of seconds to a distribution of milliseconds.
    fileprivate mutating func set(_ milliseconds: Histogram, of family: MetricDescription, _ labels: LabelSet) {
        guard case .histogram(let bounds) = family.kind else { return }
        let thousand = 1000.0
        let seconds = HistogramValue(
            bounds: bounds, cumulative: bounds.map { milliseconds.count(upTo: $0 * thousand) }, count: milliseconds.count,
            sum: milliseconds.sum / thousand)
        set(seconds, of: series(of: family, labels, at: start))
    }
}
