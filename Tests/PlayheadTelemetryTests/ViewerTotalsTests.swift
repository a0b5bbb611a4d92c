import Foundation
import PlayheadTelemetry
import Synchronization
import Testing

@Suite("The metrics of viewers")
struct ViewerTotalsTests {
    @Test("Totals are published under the names of the documentation")
    func publishing() {
        let registry = MetricRegistry(wallTime: { 0 })
        var totals = ViewerTotals()
        totals.viewers = ["playing": 3, "stalled": 1]
        totals.errors = ["HTTP 503": 2]
        totals.startup.add(0.25)
        totals.bytes = 1000
        registry.publish(totals)
        totals.viewers = ["playing": 2, "stalled": 0]
        totals.bytes = 3000
        totals.requestLateness = 0.5
        totals.areClocksLate = true
        registry.publish(totals)
        registry.publish(totals, of: "https://example.org/live.m3u8")
        let text = ExpositionText.text(of: registry.families, as: .openMetrics)
        for line in [
            "playhead_viewers{state=\"playing\"} 2", "playhead_viewers{state=\"stalled\"} 0", "playhead_errors_total{code=\"HTTP 503\"} 2",
            "playhead_bytes_total 3000", "playhead_startup_seconds_bucket{le=\"0.3\"} 1", "playhead_startup_seconds_sum 0.25",
            "playhead_clock_lateness_seconds 0", "playhead_request_lateness_seconds 0.5", "playhead_clocks_late 1",
            "playhead_viewers{state=\"playing\",stream=\"https://example.org/live.m3u8\"} 2",
            "playhead_errors_total{code=\"HTTP 503\",stream=\"https://example.org/live.m3u8\"} 2",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line) is missing in\n\(text)")
        }
        #expect(registry.families.count == MetricRegistry.Viewers.all.count + 1)
    }

    @Test("Totals have begun at the start of the registry, also those of a code that appears later")
    func start() {
        let time = Mutex(100.0)
        let registry = MetricRegistry(wallTime: { time.withLock { $0 } })
        var totals = ViewerTotals()
        totals.startup.add(0.25)
        time.withLock { $0 = 200 }
        registry.publish(totals)
        totals.errors = ["HTTP 503": 2]
        time.withLock { $0 = 300 }
        registry.publish(totals)
        for name in ["playhead_errors", "playhead_startup_seconds", "playhead_bytes"] {
            let family = registry.families.first { $0.description.name.text == name }
            #expect(family?.series.map(\.start) == [100], "\(name)")
        }
    }

    @Test("Streams whose long URLs differ at their end have series of their own")
    func longStreams() {
        let registry = MetricRegistry(wallTime: { 0 })
        let folder = "https://example.org/" + String(repeating: "a", count: 150)
        for (name, bytes) in [("/1.m3u8", Int64(1000)), ("/2.m3u8", 3000)] {
            var totals = ViewerTotals()
            totals.bytes = bytes
            registry.publish(totals, of: folder + name)
        }
        let family = registry.families.first { $0.description.name.text == "playhead_bytes" }
        let values: Set<MetricValue> = Set(family?.series.map(\.value) ?? [])
        let expected: Set<MetricValue> = [.counter(1000), .counter(3000)]
        #expect(values == expected)
    }

    /// The folder of the package.
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test(
        "Dashboard, alerts and documentation name metrics that exist",
        arguments: ["deploy/grafana/playhead.json", "deploy/prometheus/playhead.rules.yml", "docs/TELEMETRY.md"])
    func names(file: String) throws {
        let text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
        let known = Set(
            (MetricRegistry.Viewers.all + [MetricStore.refusedSeries]).flatMap { family -> [String] in
                switch family.kind {
                case .counter: ["\(family.name.text)_total"]
                case .gauge: [family.name.text]
                case .histogram: [family.name.text, "\(family.name.text)_bucket"]
                }
            })
        let names = Set(text.matches(of: /playhead_[a-z_]+/).map { String($0.output) })
        #expect(!names.isEmpty && names.isSubset(of: known), "\(names.subtracting(known))")
    }

    @Test("The alerts pass promtool", .enabled(if: Judge.hasPrometheus, "needs the package prometheus"))
    func alerts() throws {
        let folder = Self.root.appending(path: "deploy/prometheus").path
        try Judge.run("/usr/bin/promtool", ["check", "rules", "\(folder)/playhead.rules.yml"])
        try Judge.run("/usr/bin/promtool", ["test", "rules", "\(folder)/playhead.rules.test.yml"])
    }
}
