import Foundation
import PlayheadCore
import PlayheadTelemetry
import PlayheadTransport
import Synchronization
import Testing

@testable import PlayheadMonitor

@Suite("The published metrics of viewers")
struct PublishedMetricsTests {
    private static let failure = FailureKey(ErrorLogEntry(date: 0, uri: nil, errorStatusCode: 503, errorDomain: "HTTP"))

    /// Returns the totals of a run over streams.
    private func totals(_ streams: String...) -> MonitorTotals { MonitorTotals(streams: streams.compactMap { URL(string: $0) }) }

    private func family(_ name: String, in registry: MetricRegistry) -> MetricFamily? {
        registry.families.first { $0.description.name.text == name }
    }

    @Test("Totals are published by stream, under the names of the documentation")
    func publishing() {
        let registry = MetricRegistry(wallTime: { 0 })
        var totals = totals("https://example.org/live.m3u8", "https://example.org/other.m3u8")
        let rung = Rung(QualityLevel(index: 1, label: "720p", bitrate: 3_000_000))
        for _ in 0..<4 { totals.add(.arrived, stream: 0) }
        for _ in 0..<3 { totals.add(.showed(true), stream: 0) }
        for _ in 0..<2 { totals.add(.failure(Self.failure), stream: 0) }
        totals.add(.stallBegan, stream: 0)
        totals.add(.started(milliseconds: 250), stream: 0)
        totals.add(.transferred(TransferCounters(requests: 2, bytes: 1000)), stream: 0)
        registry.publish(totals)
        totals.add(.stallEnded(seconds: 1.5), stream: 0)
        totals.add(.played(seconds: 8, rung), stream: 0)
        totals.add(.latency(seconds: 3), stream: 0)
        totals.add(.transferred(TransferCounters(requests: 1, bytes: 2000)), stream: 0)
        totals.add(.left(.failed(Self.failure)), stream: 0)
        for _ in 0..<100 { totals.whole.clocks.requests.record(0.5) }
        registry.publish(totals)
        let text = ExpositionText.text(of: registry.families, as: .openMetrics)
        let stream = "stream=\"https://example.org/live.m3u8\""
        for line in [
            "playhead_viewers{state=\"starting\",\(stream)} 0", "playhead_viewers{state=\"playing\",\(stream)} 3",
            "playhead_viewers{state=\"stalled\",\(stream)} 0", "playhead_viewers_arrived_total{\(stream)} 4",
            "playhead_viewers_failed_total{\(stream)} 1", "playhead_errors_total{code=\"HTTP 503\",\(stream)} 2",
            "playhead_startup_seconds_bucket{\(stream),le=\"0.2\"} 0", "playhead_startup_seconds_bucket{\(stream),le=\"0.3\"} 1",
            "playhead_startup_seconds_sum{\(stream)} 0.25", "playhead_played_seconds_total{\(stream)} 8",
            "playhead_stalls_total{\(stream)} 1", "playhead_stalled_seconds_total{\(stream)} 1.5",
            "playhead_requests_total{\(stream)} 3", "playhead_bytes_total{\(stream)} 3000",
            "playhead_live_latency_seconds_sum{\(stream)} 3", "playhead_bytes_total{stream=\"https://example.org/other.m3u8\"} 0",
            "playhead_clock_lateness_seconds 0", "playhead_clocks_late 1",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line) is missing in\n\(text)")
        }
        #expect(registry.families.count == MetricRegistry.Viewers.all.count + 1)
    }

    @Test("Totals have begun at the start of the registry, also those of a code that appears later")
    func start() {
        let time = Mutex(100.0)
        let registry = MetricRegistry(wallTime: { time.withLock { $0 } })
        var totals = totals("https://example.org/live.m3u8")
        totals.add(.started(milliseconds: 250), stream: 0)
        time.withLock { $0 = 200 }
        registry.publish(totals)
        totals.add(.failure(Self.failure), stream: 0)
        time.withLock { $0 = 300 }
        registry.publish(totals)
        for name in ["playhead_errors", "playhead_startup_seconds", "playhead_bytes"] {
            #expect(family(name, in: registry)?.series.map(\.start) == [100], "\(name)")
        }
    }

    @Test("Streams whose long URLs differ at their end have series of their own")
    func longStreams() {
        let registry = MetricRegistry(wallTime: { 0 })
        let folder = "https://example.org/" + String(repeating: "a", count: 150)
        var totals = totals(folder + "/1.m3u8", folder + "/2.m3u8")
        totals.add(.transferred(TransferCounters(bytes: 1000)), stream: 0)
        totals.add(.transferred(TransferCounters(bytes: 3000)), stream: 1)
        registry.publish(totals)
        let values: Set<MetricValue> = Set(family("playhead_bytes", in: registry)?.series.map(\.value) ?? [])
        let expected: Set<MetricValue> = [.counter(1000), .counter(3000)]
        #expect(values == expected)
    }

    @Test(
        "Dashboard, alerts and documentation name metrics that exist",
        arguments: ["deploy/grafana/playhead.json", "deploy/prometheus/playhead.rules.yml", "docs/TELEMETRY.md"])
    func names(file: String) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
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
}
