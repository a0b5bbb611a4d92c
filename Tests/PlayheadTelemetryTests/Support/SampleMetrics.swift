import PlayheadTelemetry

/// Metrics of each kind, with labels and texts that need care.
enum SampleMetrics {
    private static let startupBounds = [0.1, 0.5, 1, 2.5]
    static let startup = MetricDescription(
        "playhead_startup_seconds", .histogram(bounds: startupBounds), help: "Time to the first picture.")
    static let errors = MetricDescription("playhead_errors_total", .counter, help: "Errors by \"code\"; a back\\slash\nand a second line.")
    static let bytes = MetricDescription("playhead_bytes_total", .counter, help: "Received bytes.")
    static let viewers = MetricDescription("playhead_viewers", .gauge, help: "Viewers by state.")
    /// The times of the startups, in seconds.
    static let startupTimes = [0.05, 0.3, 0.3, 0.7, 2, 7]

    static func registry(at time: Double = 1_700_000_000) -> MetricRegistry {
        let registry = MetricRegistry(wallTime: { time })
        fill(registry)
        return registry
    }

    static func fill(_ registry: MetricRegistry) {
        registry.update { store, time in
            let startups = HistogramValue(
                bounds: startupBounds, cumulative: startupBounds.map { bound in startupTimes.count { $0 <= bound } },
                count: startupTimes.count, sum: startupTimes.reduce(0, +))
            store.set(startups, of: store.series(of: startup, at: time))
            for (code, count) in [("HTTP 503", 3.0), ("a\"b\\c", 1), ("ü😀", 2)] {
                store.set(count, of: store.series(of: errors, LabelSet(converting: [("code", code)]), at: time))
            }
            store.set(1_234_567_890_123, of: store.series(of: bytes, at: time))
            for (state, count) in [("playing", 4.0), ("stalled", 0.25)] {
                store.set(count, of: store.series(of: viewers, LabelSet(converting: [("state", state)]), at: time))
            }
        }
    }
}
