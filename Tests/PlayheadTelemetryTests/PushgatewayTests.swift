import Foundation
import PlayheadTelemetry
import PlayheadTransport
import TestSupport
import Testing

@Suite("A Pushgateway", .timeLimit(.minutes(5)))
struct PushgatewayTests {
    @Test("A group has a job, and valid labels other than that")
    func groups() {
        #expect(throws: MetricNameError.self) { try PushGroup(job: "") }
        #expect(throws: MetricNameError.self) { try PushGroup(job: "a", labels: [(name: "job", value: "b")]) }
        #expect(throws: MetricNameError.self) { try PushGroup(job: "a", labels: [(name: "a-b", value: "b")]) }
        #expect(throws: Never.self) { try PushGroup(job: "a", labels: [(name: "instance", value: "")]) }
    }

    @Test("The real gateway keeps what is pushed", .enabled(if: Judge.hasPushgateway, "needs the package prometheus-pushgateway"))
    func real() async throws {
        try await withTemporaryFolder { folder in
            let port = try FreePort.find()
            let gateway = try ChildProcess(
                URL(fileURLWithPath: "/usr/bin/prometheus-pushgateway"), arguments: ["--web.listen-address=127.0.0.1:\(port)"],
                environment: ["HOME": folder.path], readsOutput: false)
            defer { withExtendedLifetime(gateway) {} }
            let loader = HTTPLoader()
            let base = try #require(URL(string: "http://127.0.0.1:\(port)"))
            func stored() async throws -> String {
                let (_, bytes) = try await loader.loadWhole(LoadRequest(url: base.appending(path: "metrics"), kind: .key), upTo: 1 << 20)
                return String(decoding: bytes, as: UTF8.self)
            }
            try await eventually("the gateway answers") { (try? await stored()) != nil }
            let group = try PushGroup(job: "a/b ü", labels: [(name: "instance", value: ""), (name: "path", value: "x/y+z")])
            let client = try #require(Pushgateway(base, group, loader: loader))
            #expect(await client.push(SampleMetrics.registry().families) == nil)
            // The gateway answers before what was pushed is in its metrics.
            try await eventually("the pushed families are stored") {
                let text = try await stored()
                return text.contains(#"playhead_viewers{instance="",job="a/b ü",path="x/y+z",state="playing"} 4"#)
                    && text.contains(#"playhead_startup_seconds_bucket{instance="",job="a/b ü",path="x/y+z",le="0.5"} 3"#)
            }
            // A push of other names replaces the whole group, or keeps what has other names.
            let registry = MetricRegistry(wallTime: { 0 })
            registry.update { store, time in
                store.set(1, of: store.series(of: MetricDescription("other_total", .counter, help: ""), at: time))
            }
            #expect(await client.push(registry.families, .replaceMetrics) == nil)
            try await eventually("the other family is added") {
                let text = try await stored()
                return text.contains("playhead_viewers") && text.contains("other_total")
            }
            #expect(await client.push(registry.families) == nil)
            try await eventually("the group is replaced") {
                let text = try await stored()
                return !text.contains("playhead_viewers") && text.contains("other_total")
            }
            #expect(await client.delete() == nil)
            try await eventually("the group is deleted") { try await !stored().contains("other_total") }
            await loader.shutdown()
        }
    }

    @Test("A gateway that is absent is a problem without secrets")
    func absent() async throws {
        let loader = HTTPLoader()
        let url = try #require(URL(string: "http://user:secret@127.0.0.1:\(try FreePort.find())"))
        let client = try #require(Pushgateway(url, try PushGroup(job: "a"), loader: loader))
        let problem = await client.push([])
        #expect(problem?.contains("unreachable") == true && problem?.contains("secret") == false, "\(problem ?? "")")
        await loader.shutdown()
    }
}
