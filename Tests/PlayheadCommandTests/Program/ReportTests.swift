import Foundation
import PlayheadOrigin
import PlayheadSamples
import Testing

@Suite("play --metrics, play --report and report", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct ReportTests {
    private static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private static func objects(_ lines: some Sequence<some StringProtocol>) throws -> [[String: Any]] {
        try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
    }

    @Test("Measurements and the page of a playback over HTTP have every request, without credentials")
    func playback() async throws {
        try await Self.withFolder { folder in
            let (origin, url) = try await Samples.origin(of: .hlsSmallLadder)
            origin.addFault(Fault(path: "**.m4s", requests: .first(1), kind: .status(503)))
            let (metrics, page) = (folder.appendingPathComponent("m.jsonl"), folder.appendingPathComponent("p.html"))
            let (status, output, errors) = try await RunningProgram.run([
                "play", "--json", "--speed", "max", "--metrics", metrics.path, "--report", page.path, url + "?token=geheim",
            ])
            let requests = origin.requests
            await origin.stop()
            #expect(status == 0 && errors.isEmpty, "\(errors)")
            let lines = try Self.objects(try String(contentsOf: metrics, encoding: .utf8).split(separator: "\n"))
            let media = lines.filter { $0["metric"] as? String == "mediaRequest" }
            #expect(media.count == requests.count)
            #expect(media.contains { $0["status"] as? Int == 503 } && media.contains { $0["attempt"] as? Int == 2 })
            #expect(lines.last?["metric"] as? String == "summary" && lines.last?["failedRequests"] as? Int == 1)
            let html = try String(contentsOf: page, encoding: .utf8)
            #expect(
                !html.contains("geheim") && html.contains("\"metric\":\"mediaRequest\"") && html.contains("\"event\":\"onStateChange\""))
            #expect(html.contains("\"sample\":\"buffer\"") && output.contains { $0.contains("onPlay") })
        }
    }

    @Test("On standard output measurements are the only lines, or beside the events")
    func standardOutput() async throws {
        let film = try await Samples.path(of: Samples.short)
        let (status, output, errors) = try await RunningProgram.run(["play", "--speed", "max", "--metrics", "-", film])
        #expect(status == 0 && errors.isEmpty, "\(errors)")
        #expect(try Self.objects(output).allSatisfy { $0["metric"] != nil } && output.contains { $0.contains("likelyToKeepUp") })
        let both = try await RunningProgram.run(["play", "--speed", "max", "--json", "--metrics", "-", film])
        let lines = try Self.objects(both.output)
        #expect(lines.contains { $0["metric"] != nil } && lines.contains { $0["event"] as? String == "onComplete" })
    }

    @Test("A trace and lines of JSON become a page; other files are refused")
    func recordings() async throws {
        try await Self.withFolder { folder in
            let film = try await Samples.path(of: Samples.short)
            let (trace, page) = (folder.appendingPathComponent("a.trace"), folder.appendingPathComponent("b.html"))
            let played = try await RunningProgram.run(["play", "--json", "--speed", "max", "--trace", trace.path, "--metrics", "-", film])
            #expect(played.status == 0)
            let fromTrace = try await RunningProgram.run(["report", trace.path])
            #expect(
                fromTrace.status == 0 && fromTrace.output == [folder.appendingPathComponent("a.trace.html").path], "\(fromTrace.errors)")
            let html = try String(contentsOf: folder.appendingPathComponent("a.trace.html"), encoding: .utf8)
            #expect(html.contains("\"metric\":\"summary\"") && html.contains("\"event\":\"onFirstFrame\""))
            let lines = folder.appendingPathComponent("lines.jsonl")
            try Data(played.output.joined(separator: "\n").utf8).write(to: lines)
            let fromLines = try await RunningProgram.run(["report", lines.path, "--output", page.path])
            #expect(fromLines.status == 0, "\(fromLines.errors)")
            #expect(try String(contentsOf: page, encoding: .utf8).contains("\"metric\":\"likelyToKeepUp\""))
            let damaged = folder.appendingPathComponent("damaged")
            try Data("no trace\n".utf8).write(to: damaged)
            for file in [damaged.path, folder.appendingPathComponent("absent").path] {
                let refused = try await RunningProgram.run(["report", file])
                #expect(refused.status == 1 && !refused.errors.isEmpty)
            }
        }
    }

    @Test(
        "A line without an end is left out, and a file that expands too much is refused",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/zstd")))
    func limits() async throws {
        try await Self.withFolder { folder in
            let line = #"{"event":"onPlay","t":1}"#
            let endless = String(repeating: "x", count: 4 << 20)
            let (long, alone) = (folder.appendingPathComponent("a"), folder.appendingPathComponent("b"))
            let bomb = folder.appendingPathComponent("c")
            try Data("\(line)\n\(endless)".utf8).write(to: long)
            let read = try await RunningProgram.run(["report", long.path])
            #expect(read.status == 0, "\(read.errors)")
            let html = try String(contentsOfFile: long.path + ".html", encoding: .utf8)
            #expect(html.contains("\"event\":\"onPlay\"") && html.utf8.count < endless.utf8.count)
            try Data(endless.utf8).write(to: alone)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "(echo '\(line)'; head -c 134217728 /dev/zero) | zstd -q > '\(bomb.path)'"]
            try process.run()
            process.waitUntilExit()
            for (file, reason) in [(alone, "no lines"), (bomb, "expands")] {
                let refused = try await RunningProgram.run(["report", file.path])
                #expect(refused.status == 1 && refused.errors.contains(reason), "\(refused.errors)")
                #expect(!FileManager.default.fileExists(atPath: file.path + ".html"))
            }
        }
    }

    @Test("A file that can't be written is reported before playback")
    func unwritable() async throws {
        for option in ["--metrics", "--report"] {
            let (status, _, errors) = try await RunningProgram.run(["play", "--json", option, "/nowhere/a", "/nowhere/b.mp4"])
            #expect(status == 2 && errors.contains("/nowhere/a can't be written"), "\(errors)")
        }
    }
}
