import CoreMetrics
import PlayheadTelemetry
import Testing

@Suite("The registry as a factory of swift-metrics")
struct MetricsFactoryTests {
    private let registry = MetricRegistry(wallTime: { 0 })

    private var text: String { ExpositionText.text(of: registry.families, as: .openMetrics) }

    @Test("Each kind of metric of swift-metrics has its type in expositions")
    func kinds() {
        let labels = [("http.method", "GET")]
        Counter(label: "requests.total", dimensions: labels, factory: registry).increment(by: 2)
        FloatingPointCounter(label: "work_seconds", factory: registry).increment(by: 0.5)
        let meter = Meter(label: "load", factory: registry)
        meter.set(3)
        meter.decrement(by: 1.5)
        Gauge(label: "temperature", factory: registry).record(-4)
        Recorder(label: "size_bytes", factory: registry).record(3)
        Timer(label: "request.duration", factory: registry).recordMilliseconds(20)
        for line in [
            "# TYPE requests counter", "requests_total{http_method=\"GET\"} 2", "# TYPE work_seconds counter",
            "# UNIT work_seconds seconds",
            "work_seconds_total 0.5", "# TYPE load gauge", "load 1.5", "temperature -4", "# TYPE size_bytes histogram",
            "size_bytes_bucket{le=\"2.5\"} 0", "size_bytes_bucket{le=\"5.0\"} 1", "size_bytes_sum 3",
            "# TYPE request_duration_seconds histogram", "request_duration_seconds_bucket{le=\"0.01\"} 0",
            "request_duration_seconds_bucket{le=\"0.025\"} 1", "request_duration_seconds_sum 0.02",
        ] {
            #expect(text.contains("\n\(line)\n") || text.hasPrefix("\(line)\n"), "\(line) is missing in\n\(text)")
        }
    }

    @Test("Metrics with the same label share a series, until the last of them is destroyed")
    func sharing() {
        let (one, other) = (Counter(label: "shared", factory: registry), Counter(label: "shared", factory: registry))
        one.increment()
        other.increment(by: 2)
        #expect(text.contains("\nshared_total 3\n"))
        one.destroy()
        other.increment()
        #expect(text.contains("\nshared_total 4\n"))
        other.destroy()
        other.increment()
        #expect(!text.contains("shared"))
    }

    @Test("A reset counter begins at zero")
    func reset() {
        let counter = Counter(label: "again", factory: registry)
        counter.increment(by: 5)
        counter.reset()
        counter.increment()
        #expect(text.contains("\nagain_total 1\n"))
    }

    @Test("A metric that is refused has no effect")
    func refused() {
        let registry = MetricRegistry(maximumSeries: 1, wallTime: { 0 })
        Counter(label: "first", factory: registry).increment()
        let second = Counter(label: "second", factory: registry)
        second.increment()
        second.reset()
        second.destroy()
        let text = ExpositionText.text(of: registry.families, as: .openMetrics)
        #expect(text.contains("\nfirst_total 1\n") && !text.contains("second"))
        #expect(text.contains("\nplayhead_telemetry_refused_series_total{reason=\"series_limit\"} 1\n"))
    }

    @Test("Increments from many tasks are all counted")
    func concurrency() async {
        let (tasks, increments) = (8, 1000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask { [registry] in
                    let counter = Counter(label: "busy", factory: registry)
                    for _ in 0..<increments { counter.increment() }
                }
            }
        }
        #expect(text.contains("\nbusy_total \(tasks * increments)\n"))
    }
}
