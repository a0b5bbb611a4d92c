extension MetricRegistry {
    /// The families of ``ViewerTotals``, with the names that dashboards and alerts use.
    package enum Viewers {
        static let viewers = MetricDescription("playhead_viewers", .gauge, help: "The present viewers by state.")
        static let arrived = MetricDescription("playhead_viewers_arrived_total", .counter, help: "Viewers that have arrived.")
        static let failed = MetricDescription("playhead_viewers_failed_total", .counter, help: "Viewers whose playback failed.")
        static let startup = MetricDescription(
            "playhead_startup_seconds", .histogram(bounds: ViewerTotals.startupBounds),
            help: "The time from the intent to play to the first picture.")
        static let played = MetricDescription("playhead_played_seconds_total", .counter, help: "The time in which playheads moved.")
        static let stalls = MetricDescription("playhead_stalls_total", .counter, help: "Stalls.")
        static let stalled = MetricDescription("playhead_stalled_seconds_total", .counter, help: "The duration of ended stalls.")
        static let errors = MetricDescription(
            "playhead_errors_total", .counter, help: "Failures by code: of requests, whether or not a retry succeeded, and of playback.")
        static let requests = MetricDescription("playhead_requests_total", .counter, help: "Requests.")
        static let bytes = MetricDescription("playhead_bytes_total", .counter, help: "Received bytes.")
        static let latency = MetricDescription(
            "playhead_live_latency_seconds", .histogram(bounds: ViewerTotals.latencyBounds),
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

    /// Publishes totals; a reader sees all of them or none. From any thread.
    /// - Parameters:
    ///   - totals: The totals of the viewers of a stream, with the lateness of the clocks of the process.
    ///   - stream: The name of the stream, which is the label `stream`; `nil` for totals of all streams.
    package func publish(_ totals: ViewerTotals, of stream: String? = nil) {
        let own = stream.map { [("stream", $0)] } ?? []
        let labels = LabelSet(converting: own)
        update { store, _ in
            // Totals count since the start, also those of a code that appears later.
            let start = store.start
            func set(_ value: Double, _ family: MetricDescription, _ labels: LabelSet) {
                store.set(value, of: store.series(of: family, labels, at: start))
            }
            for (state, count) in totals.viewers { set(Double(count), Viewers.viewers, LabelSet(converting: own + [("state", state)])) }
            for (code, count) in totals.errors { set(Double(count), Viewers.errors, LabelSet(converting: own + [("code", code)])) }
            set(Double(totals.arrived), Viewers.arrived, labels)
            set(Double(totals.failed), Viewers.failed, labels)
            set(totals.playedTime, Viewers.played, labels)
            set(Double(totals.stalls), Viewers.stalls, labels)
            set(totals.stalledTime, Viewers.stalled, labels)
            set(Double(totals.requests), Viewers.requests, labels)
            set(Double(totals.bytes), Viewers.bytes, labels)
            // The clocks are those of the process.
            set(totals.clockLateness, Viewers.clockLateness, .none)
            set(totals.requestLateness, Viewers.requestLateness, .none)
            set(totals.areClocksLate ? 1 : 0, Viewers.clocksLate, .none)
            store.set(totals.startup, of: store.series(of: Viewers.startup, labels, at: start))
            store.set(totals.latency, of: store.series(of: Viewers.latency, labels, at: start))
        }
    }
}
