import Foundation
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport
import TestSupport
import Testing

@Suite("playhead monitor", .tags(.viewers), .serialized, .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct MonitorTests {
    private func origin() async throws -> (origin: LoopbackOrigin, url: String) { try await Samples.origin(of: .hlsSmallLadder) }

    private func summary(at path: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
    }

    private func values(_ metric: String, of summary: [String: Any]) throws -> [String: Double] {
        let metrics = try #require(summary["metrics"] as? [String: [String: Any]])
        return try #require(metrics[metric]?["values"] as? [String: Double])
    }

    @Test("Viewers play for the duration, with a line for each second, a summary for people and one in the shape of k6")
    func run() async throws {
        let (origin, url) = try await origin()
        try await withTemporaryFolder { folder in
            let (json, events) = (folder.appending(path: "summary.json").path, folder.appending(path: "events.jsonl").path)
            let (status, output, errors) = try await RunningProgram.run([
                "monitor", url, "--viewers", "4", "--duration", "6s", "--watch-time", "2s", "--summary", json, "--events", events,
                "--threshold", "playback_failed: rate<0.01",
            ])
            // On a busy machine the verdict is that its clocks were late.
            #expect(status == 0 || status == 1 && errors.contains("own clocks were late"), "\(errors)")
            #expect(output.count { $0.contains("viewers 4 (") } >= 2, "\(output)")
            #expect(output.contains("Summary") && output.contains { $0.contains("✓ playback_failed: rate<0.01") })
            let summary = try summary(at: json)
            #expect(try values("viewers", of: summary) == ["value": 0, "min": 0, "max": 4])
            let arrived = try #require(try values("viewers_arrived", of: summary)["count"])
            #expect((8...12).contains(arrived))
            #expect(try values("data_received", of: summary)["count"].map { $0 > 0 } == true)
            let lines = try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n")
            let names = try lines.map {
                try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])["viewer"] as? String
            }
            #expect(Set(names.compactMap(\.self)).count == Int(saturating: arrived) && Set(names).isSuperset(of: ["0", "0.1", "3"]))
        }
        await origin.stop()
    }

    @Test("A crossed threshold is status 99, failed playback status 1")
    func statuses() async throws {
        let (origin, url) = try await origin()
        origin.addFault(Fault(path: "**", kind: .latency(0.3)))
        let slow = try await RunningProgram.run([
            "monitor", url, "--once", "--duration", "8s", "--threshold", "startup_time: p(95)<100",
        ])
        #expect(slow.status == 99 || slow.status == 1 && slow.output.first?.contains("clocks were late") == true, "\(slow)")
        origin.addFault(Fault(path: "**", kind: .status(404)))
        let failing = try await RunningProgram.run(["monitor", url, "--viewers", "2", "--duration", "2s"])
        #expect(failing.status == 1 && failing.output.contains { $0.contains("HTTP 404") }, "\(failing)")
        await origin.stop()
    }

    @Test("--once prints one line with performance data; --nagios has the exit status of monitoring plugins")
    func check() async throws {
        let (origin, url) = try await origin()
        let healthy = try await RunningProgram.run(["monitor", url, "--once", "--duration", "4s"])
        #expect(healthy.status == 0 && healthy.output.count == 1 && healthy.errors.isEmpty, "\(healthy)")
        #expect(healthy.output.first?.hasPrefix("PLAYHEAD OK - startup ") == true)
        #expect(healthy.output.first?.contains(" | startup_time=") == true)
        origin.addFault(Fault(path: "**", kind: .status(503)))
        let failing = try await RunningProgram.run(["monitor", url, "--nagios", "--duration", "5s"])
        #expect(failing.status == 2 && failing.output.first?.hasPrefix("PLAYHEAD CRITICAL - ") == true, "\(failing)")
        await origin.stop()
    }

    @Test("Shards of a job play only their viewers; the environment names the shard")
    func shards() async throws {
        let (origin, url) = try await origin()
        try await withTemporaryFolder { folder in
            var arrived = 0.0
            for index in 0..<2 {
                let json = folder.appending(path: "\(index).json").path
                _ = try await RunningProgram.run(
                    ["monitor", url, "--viewers", "5", "--duration", "1s", "--output", "none", "--summary", json],
                    environment: ["JOB_COMPLETION_INDEX": "\(index)", "PLAYHEAD_SHARDS": "2"])
                arrived += try values("viewers_arrived", of: try summary(at: json))["count"] ?? 0
            }
            #expect(arrived == 5)
        }
        await origin.stop()
    }

    @Test("--from names many streams; an invalid line has its number")
    func from() async throws {
        let (origin, url) = try await origin()
        try await withTemporaryFolder { folder in
            let list = folder.appending(path: "list.txt")
            try "# streams\n\(url)?1\n\(url)?2\n".write(to: list, atomically: true, encoding: .utf8)
            let (_, output, errors) = try await RunningProgram.run([
                "monitor", "--from", list.path, "--viewers", "8", "--duration", "4s",
            ])
            #expect(output.contains { $0.contains("8 arrived") }, "\(output) \(errors)")
            #expect(Set(origin.requests.map(\.query)).isSuperset(of: ["1", "2"]))
            try "\(url)\nhttp://[\n".write(to: list, atomically: true, encoding: .utf8)
            let wrong = try await RunningProgram.run(["monitor", "--from", list.path])
            #expect(wrong.status == 2 && wrong.errors.contains("line 2"), "\(wrong)")
        }
        await origin.stop()
    }

    /// Starts a monitor with three receivers of its metrics, and returns it with the address of its endpoint.
    private func publishing(_ url: String, to receiver: LoopbackOrigin) async throws -> (program: RunningProgram, endpoint: URL) {
        let program = try RunningProgram(
            [
                "monitor", url, "--viewers", "2", "--duration", "5m", "--metrics-listen", "0", "--pushgateway",
                receiver.url("gateway").absoluteString, "--push-label", "shard=3",
            ], environment: ["OTEL_EXPORTER_OTLP_ENDPOINT": receiver.url("collector").absoluteString])
        #expect(await program.errors.wait { lines in lines.contains { $0.hasPrefix("Metrics: ") } }, "\(program.errors.text)")
        let line = program.errors.lines.first { $0.hasPrefix("Metrics: ") }
        return (program, try #require(line.flatMap { URL(string: String($0.dropFirst("Metrics: ".count))) }))
    }

    @Test("Metrics are served at --metrics-listen and sent to a Pushgateway and a collector; a port in use is status 2")
    func telemetry() async throws {
        let (origin, url) = try await origin()
        let receiver = try await LoopbackOrigin.start()
        receiver.add("**") { _ in OriginResponse(text: "{}", type: "application/json") }
        let (program, endpoint) = try await publishing(url, to: receiver)
        #expect(await program.output.wait { lines in lines.contains { $0.contains("viewers 2 (") } })
        let loader = URLLoader()
        try await eventually("the viewers") {
            let response = try await loader.load(LoadRequest(url: endpoint, kind: .media))
            let text = String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
            return text.contains("\nplayhead_viewers_arrived_total{stream=\"\(url)\"} 2\n")
                && text.contains("playhead_startup_seconds_bucket{")
        }
        await loader.shutdown()
        let port = try #require(endpoint.port)
        let second = try await RunningProgram.run(["monitor", url, "--duration", "1s", "--metrics-listen", "\(port)"])
        #expect(second.status == 2, "\(second)")
        program.signal(SIGINT)
        _ = await program.status()
        // At the end of the run, if not before.
        let sent = Set(receiver.requests.map { "\($0.method) \($0.path)" })
        #expect(sent == ["PUT gateway/metrics/job/playhead/shard/3", "POST collector/v1/metrics"])
        await receiver.stop()
        await origin.stop()
    }

    @Test("SIGINT ends all viewers and prints the summary")
    func interrupted() async throws {
        let (origin, url) = try await origin()
        let program = try RunningProgram(["monitor", url, "--viewers", "3", "--duration", "5m"])
        #expect(await program.output.wait { lines in lines.contains { $0.contains("viewers 3 (") } })
        program.signal(SIGINT)
        _ = await program.status()
        #expect(program.output.lines.contains("Summary"), "\(program.errors.text)")
        await origin.stop()
    }

    /// Returns the size of the address space of a process, in bytes.
    private func addressSpace(of pid: pid_t) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmSize:") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }

    @Test(
        "SIGTERM ends the program also if its address space can't grow any more",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")))
    func withoutMemory() async throws {
        let (origin, url) = try await origin()
        let program = try RunningProgram(["monitor", url, "--duration", "5m"])
        // After some seconds everything that a viewer needs has been allocated once.
        let lines = 3
        #expect(await program.output.wait { $0.count { $0.contains("viewers 1 (") } >= lines })
        // The signal follows the limit at once.
        let script = #"/usr/bin/prlimit --pid "$0" --as="$1" && kill -TERM "$0""#
        let size = try addressSpace(of: program.pid)
        let arguments = ["-c", script, "\(program.pid)", "\(size)"]
        let limiting = try await ToolRun.output(of: URL(filePath: "/bin/sh"), arguments, environment: [:])
        #expect(limiting.status == 0, "\(limiting.output)")
        let status = await program.status()
        // On a busy machine the verdict is that its clocks were late.
        #expect(
            status == 0 || status == 1 && program.errors.text.contains("own clocks were late"), "\(status): \(program.errors.text)")
        await origin.stop()
    }

    @Test(
        "A full disk for the events is reported, and the run goes on", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))
    )
    func fullDisk() async throws {
        let (origin, url) = try await origin()
        let (status, output, errors) = try await RunningProgram.run(["monitor", url, "--duration", "3s", "--events", "/dev/full"])
        #expect(status == 1 && errors.contains("The run continues without them") && errors.contains("No space left"), "\(errors)")
        #expect(output.contains("Summary"))
        await origin.stop()
    }

    @Test("An origin that ends while viewers play is counted by code and URL, and the program goes on to its end")
    func originEnds() async throws {
        // A program of its own: the listening socket of this process may have been inherited by the programs of other tests.
        let file = try await Samples.streams.url(of: .hlsSmallLadder)
        let server = try RunningProgram(["serve", file.deletingLastPathComponent().path])
        await server.output.wait { !$0.isEmpty }
        let url = try #require(server.output.lines.first.flatMap { URL(string: $0) }).appendingPathComponent(file.lastPathComponent)
        let program = try RunningProgram([
            "monitor", url.absoluteString, "--viewers", "6", "--watch-time", "2s", "--duration", "8s",
        ])
        #expect(await program.output.wait { lines in lines.contains { $0.contains("viewers 6 (") } })
        server.signal(SIGTERM)
        #expect(await program.status() == 1)
        // Those that arrive then leave before their playback fails.
        #expect(!program.output.lines.contains { $0.contains("0 failed") && $0.contains(" to the end") }, "\(program.output.text)")
        #expect(program.output.lines.contains("Summary"))
        #expect(program.output.lines.contains { $0.contains(" × ") && $0.contains("127.0.0.1") }, "\(program.output.text)")
    }

    @Test("The live view shows the figures, and q ends the run with the summary")
    func view() async throws {
        let (origin, url) = try await origin()
        let terminal = try PseudoTerminal(columns: 110, rows: 30)
        let program = try RunningProgram(
            ["monitor", url, "--viewers", "3", "--duration", "5m", "--threshold", "stalls: count<100"], terminal: terminal)
        for text in ["VIEWERS", "3 of 3", "STARTUP", "RUNGS ON THE SCREEN", "stalls: count<100", "NO ERRORS"] {
            #expect(await terminal.shows(text), "\(text)")
        }
        terminal.type("q")
        _ = await program.status()
        #expect(await terminal.isRestored())
        #expect(await terminal.shows("Summary"))
        await origin.stop()
    }
}
