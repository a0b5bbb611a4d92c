import Foundation
import PlayheadTelemetry
import Testing

/// The parsers of prometheus_client read what is written.
@Suite(
    "Expositions in the eyes of prometheus_client", .enabled(if: Judge.hasPrometheusClient, "needs the package python3-prometheus-client"))
struct PrometheusClientTests {
    /// Prints the families and samples as JSON.
    private static let script = """
        import json, sys
        from prometheus_client import parser as prometheus
        from prometheus_client.openmetrics import parser as openmetrics
        parse = (openmetrics if sys.argv[1] == "openmetrics" else prometheus).text_string_to_metric_families
        print(json.dumps([
            {"name": f.name, "type": f.type, "unit": f.unit, "help": f.documentation,
             "samples": [[s.name, s.labels, repr(float(s.value))] for s in f.samples]}
            for f in parse(sys.stdin.read())]))
        """

    private struct Family: Decodable {
        let name: String
        let type: String
        let unit: String
        let help: String
        let samples: [Sample]
    }

    private struct Sample: Decodable {
        let name: String
        let labels: [String: String]
        let value: Double?

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            name = try container.decode(String.self)
            labels = try container.decode([String: String].self)
            value = Double(try container.decode(String.self))
        }
    }

    private func families(_ format: ExpositionFormat, of registry: MetricRegistry) throws -> [String: Family] {
        let text = ExpositionText.text(of: registry.families, as: format)
        let output = try Judge.python(Self.script, [format == .openMetrics ? "openmetrics" : "prometheus"], input: text)
        let families = try JSONDecoder().decode([Family].self, from: Data(output.utf8))
        return Dictionary(uniqueKeysWithValues: families.map { ($0.name, $0) })
    }

    @Test("Both parsers read all families with their types, labels and values", arguments: ExpositionFormat.allCases)
    func families(format: ExpositionFormat) throws {
        let families = try families(format, of: SampleMetrics.registry())
        #expect(families.count == 5)
        let errors = try #require(families["playhead_errors"])
        #expect(errors.type == "counter")
        #expect(errors.help == SampleMetrics.errors.help)
        #expect(errors.samples.map(\.labels) == [["code": "HTTP 503"], ["code": "a\"b\\c"], ["code": "ü😀"]])
        #expect(errors.samples.map(\.value) == [3, 1, 2])
        let startup = try #require(families["playhead_startup_seconds"])
        #expect(startup.type == "histogram")
        let buckets = startup.samples.filter { $0.name.hasSuffix("_bucket") }
        #expect(buckets.compactMap { $0.labels["le"] } == ["0.1", "0.5", "1.0", "2.5", "+Inf"])
        #expect(buckets.map(\.value) == [1, 3, 4, 5, 6])
        #expect(families["playhead_bytes"]?.samples.map(\.value) == [1_234_567_890_123])
        #expect(families["playhead_viewers"]?.samples.map(\.value) == [4, 0.25])
        if format == .openMetrics { #expect(startup.unit == "seconds" && families["playhead_bytes"]?.unit == "bytes") }
    }

    @Test("Hostile names, labels and help are valid in both formats", arguments: ExpositionFormat.allCases)
    func hostile(format: ExpositionFormat) throws {
        let registry = MetricRegistry(wallTime: { 0 })
        let texts = [
            "", "a b", "\n", "\\", "\\n", "\"", "{}", "a=\"b\"", "# EOF", "\u{0}", "\u{7F}", "\u{2028}", "\u{85}", "\u{FEFF}", "e\u{301}",
            "le",
            "__name__", "\u{202E}abc", String(repeating: "x", count: 5000), "\\\"", "\t", "a,b", "}", "0",
        ]
        registry.update { store, time in
            for (number, text) in texts.enumerated() {
                let labels = LabelSet(converting: [(text, text), ("value", text)])
                let name = MetricName(converting: "\(text)_\(number)")
                store.set(1, of: store.series(of: MetricDescription(name, .counter, help: text), labels, at: time))
            }
        }
        let families = try families(format, of: registry)
        #expect(families.count == texts.count + 1)
        #expect(families.values.allSatisfy { !$0.samples.isEmpty })
    }

    @Test("Numbers that are not finite are read", arguments: ExpositionFormat.allCases)
    func notFinite(format: ExpositionFormat) throws {
        let registry = MetricRegistry(wallTime: { 0 })
        registry.update { store, time in
            store.set(Double.nan, of: store.series(of: MetricDescription("level", .gauge, help: ""), at: time))
            store.set(-Double.infinity, of: store.series(of: MetricDescription("lowest", .gauge, help: ""), at: time))
        }
        let families = try families(format, of: registry)
        #expect(families["level"]?.samples.first?.value?.isNaN == true && families["lowest"]?.samples.first?.value == -Double.infinity)
    }
}
