import Foundation
import PlayheadTelemetry
import PlayheadTransport
import TestSupport
import Testing

/// Debian's Prometheus scrapes the endpoint and answers queries.
@Suite("The endpoint in the eyes of Prometheus", .timeLimit(.minutes(5)), .enabled(if: Judge.hasPrometheus, "needs the package prometheus"))
struct PrometheusTests {
    private struct Answer: Decodable {
        struct Data: Decodable {
            struct Result: Decodable { let metric: [String: String] }

            let result: [Result]
        }

        let status: String
        let data: Data
    }

    @Test("Prometheus scrapes OpenMetrics, knows types and units, and computes quantiles")
    func scrape() async throws {
        let endpoint = try await MetricsEndpoint.start(try #require(ListenAddress(":0")), SampleMetrics.registry())
        try await withTemporaryFolder { folder in
            let configuration = """
                scrape_configs:
                  - job_name: playhead
                    scrape_interval: 1s
                    static_configs: [{targets: ["\(endpoint.address)"]}]
                """
            try Data(configuration.utf8).write(to: folder.appending(path: "prometheus.yml"))
            let port = try FreePort.find()
            let prometheus = try ChildProcess(
                URL(fileURLWithPath: "/usr/bin/prometheus"),
                arguments: [
                    "--config.file=\(folder.path)/prometheus.yml", "--storage.tsdb.path=\(folder.path)/data",
                    "--web.listen-address=127.0.0.1:\(port)",
                ], environment: ["HOME": folder.path], readsOutput: false)
            let loader = HTTPLoader()
            func ask(_ path: String, _ query: [URLQueryItem]) async throws -> String {
                var components = URLComponents()
                (components.scheme, components.host, components.port, components.path) = ("http", "127.0.0.1", port, path)
                components.queryItems = query
                let (_, bytes) = try await loader.loadWhole(LoadRequest(url: try #require(components.url), kind: .key), upTo: 1 << 20)
                return String(decoding: bytes, as: UTF8.self)
            }
            func value(_ query: String) async throws -> String {
                try await ask("/api/v1/query", [URLQueryItem(name: "query", value: query)])
            }
            try await eventually("a scrape") { (try? await value("playhead_bytes_total").contains("1234567890123")) ?? false }
            #expect(try await value("up").contains(#","1"]"#))
            #expect(try await value(#"playhead_errors_total{code="ü😀"}"#).contains(#","2"]"#))
            #expect(try await value(#"playhead_viewers{state="stalled"}"#).contains(#","0.25"]"#))
            // Half of 6 values is the upper bound of the second bucket.
            #expect(try await value("histogram_quantile(0.5, playhead_startup_seconds_bucket)").contains(#","0.5"]"#))
            let metadata = try await ask("/api/v1/targets/metadata", [URLQueryItem(name: "metric", value: "playhead_startup_seconds")])
            #expect(metadata.contains(#""type":"histogram""#) && metadata.contains(#""unit":"seconds""#), "\(metadata)")
            await loader.shutdown()
            withExtendedLifetime(prometheus) {}
        }
        await endpoint.stop()
    }

    @Test("The alerts pass promtool")
    func alerts() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "deploy/prometheus").path
        try Judge.run("/usr/bin/promtool", ["check", "rules", "\(folder)/playhead.rules.yml"])
        try Judge.run("/usr/bin/promtool", ["test", "rules", "\(folder)/playhead.rules.test.yml"])
    }

    @Test("promtool finds nothing wrong with the format of Prometheus")
    func lint() throws {
        let text = ExpositionText.text(of: SampleMetrics.registry().families, as: .prometheus)
        #expect(try Judge.run("/usr/bin/promtool", ["check", "metrics"], input: text).isEmpty)
    }
}
