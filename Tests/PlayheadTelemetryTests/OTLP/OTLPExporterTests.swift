import Foundation
import PlayheadOrigin
import PlayheadTelemetry
import PlayheadTransport
import Synchronization
import TestSupport
import Testing

@Suite("The export by OTLP", .timeLimit(.minutes(5)))
struct OTLPExporterTests {
    /// A collector that answers with `responses` in order and then with success, and the exporter.
    private final class Setting: Sendable {
        let origin: LoopbackOrigin
        let bodies = Mutex<[[UInt8]]>([])
        let reports = Mutex<[String]>([])
        let loader = HTTPLoader()

        init(_ responses: [OriginResponse]) async throws {
            origin = try await LoopbackOrigin.start()
            let left = Mutex(responses)
            origin.add(PathPattern("v1/metrics")) { [weak self] request in
                self?.bodies.withLock { $0.append(request.body) }
                return left.withLock { $0.isEmpty ? OriginResponse(text: "{}", type: "application/json") : $0.removeFirst() }
            }
        }

        func exporter(_ environment: [String: String] = [:]) throws -> OTLPExporter {
            let endpoint = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://user:secret@127.0.0.1:\(origin.port)"]
            let settings = try OTLPSettings.read(endpoint.merging(environment) { $1 })
            return OTLPExporter(try #require(settings), SampleMetrics.registry(), loader: loader) { [weak self] problem in
                self?.reports.withLock { $0.append(problem) }
            }
        }

        func stop() async {
            await loader.shutdown()
            await origin.stop()
        }
    }

    @Test("Metrics are sent as JSON with the header fields of the environment")
    func request() async throws {
        let setting = try await Setting([])
        #expect(await (try setting.exporter(["OTEL_EXPORTER_OTLP_HEADERS": "x-key=abc"])).export() == nil)
        let request = try #require(setting.origin.requests.first)
        #expect(request.method == "POST" && request.path == "v1/metrics")
        #expect(request.headers["content-type"] == "application/json" && request.headers["x-key"] == "abc")
        await setting.stop()
    }

    @Test("A request is repeated after the delay that the collector asks for", arguments: [429, 502, 503, 504])
    func retry(status: Int) async throws {
        let setting = try await Setting([OriginResponse(status: status, headers: [HeaderField("Retry-After", "1")], text: "")])
        #expect(await (try setting.exporter()).export() == nil)
        #expect(setting.bodies.withLock { $0.count } == 2)
        await setting.stop()
    }

    @Test("Other statuses are final, and reported once without secrets", arguments: [400, 401, 404, 410, 500])
    func final(status: Int) async throws {
        let setting = try await Setting(Array(repeating: OriginResponse(status: status, text: "secret"), count: 3))
        let exporter = try setting.exporter(["OTEL_EXPORTER_OTLP_HEADERS": "x-key=secret"])
        for _ in 0..<3 { #expect(await exporter.export() != nil) }
        #expect(setting.bodies.withLock { $0.count } == 3)
        let reports = setting.reports.withLock { $0 }
        #expect(reports.count == 1 && reports.allSatisfy { $0.contains("status \(status)") && !$0.contains("secret") }, "\(reports)")
        await setting.stop()
    }

    @Test(
        "A successful answer with a problem is reported, and not repeated",
        arguments: [
            (#"{"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"too old"}}"#, "it rejected 3 values: too old"),
            (#"{"partialSuccess":{"rejectedDataPoints":2}}"#, "it rejected 2 values"), ("<html>", "its answer is not JSON"),
        ])
    func partialSuccess(body: String, reason: String) async throws {
        let setting = try await Setting([OriginResponse(text: body, type: "application/json")])
        let problem = await (try setting.exporter()).export()
        #expect(problem?.hasSuffix("\(reason).") == true, "\(problem ?? "")")
        #expect(setting.bodies.withLock { $0.count } == 1)
        await setting.stop()
    }

    @Test("A collector that hangs costs the timeout")
    func hanging() async throws {
        let setting = try await Setting([])
        setting.origin.addFault(Fault(kind: .latency(60)))
        let problem = await (try setting.exporter(["OTEL_EXPORTER_OTLP_TIMEOUT": "200"])).export(retries: 0)
        #expect(problem?.contains("does not answer in time") == true, "\(problem ?? "")")
        await setting.stop()
    }

    @Test(
        "The messages of opentelemetry-proto decode the document",
        .enabled(if: Judge.protoPython != nil, "needs pip and opentelemetry-proto"))
    func judge() async throws {
        let script = """
            import json, sys
            from google.protobuf import json_format
            from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2 as service
            request = json_format.Parse(sys.stdin.read(), service.ExportMetricsServiceRequest())
            resource = request.resource_metrics[0]
            print([a.value.string_value for a in resource.resource.attributes if a.key == "service.name"])
            for m in resource.scope_metrics[0].metrics:
                kind = m.WhichOneof("data")
                for p in getattr(m, kind).data_points:
                    value = (list(p.bucket_counts), list(p.explicit_bounds), p.count) if kind == "histogram" else p.as_double
                    print(m.name, m.unit, kind, value, p.time_unix_nano)
                if kind != "gauge": print(getattr(m, kind).aggregation_temporality)
            """
        let setting = try await Setting([])
        _ = await (try setting.exporter()).export()
        let body = try #require(setting.bodies.withLock { $0.first })
        let output = try Judge.python(script, input: String(decoding: body, as: UTF8.self), with: try #require(Judge.protoPython))
        for line in [
            "['playhead']", "playhead_bytes By sum 1234567890123.0 1700000000000000000",
            "playhead_startup_seconds s histogram ([1, 2, 1, 1, 1], [0.1, 0.5, 1.0, 2.5], 6) 1700000000000000000",
            "playhead_viewers  gauge 0.25 1700000000000000000", "2",
        ] {
            #expect(output.split(separator: "\n").contains(line[...]), "\(line) is missing in\n\(output)")
        }
        await setting.stop()
    }
}
