import Foundation
import PlayheadOrigin
import PlayheadSamples
import Testing

@Suite("playhead replay", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct ReplayTests {
    private static func withFile(_ body: (String) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-replay-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file.path)
    }

    @Test("The replay of a playlist of three items with faults prints identical lines")
    func faults() async throws {
        try await Self.withFile { file in
            let (origin, first) = try await Samples.origin(of: Samples.short)
            let recipe = SampleRecipe(.hls(HLSLayout(segments: .transportStream)), duration: 3)
            let folder = try await Samples.streams.url(of: recipe).deletingLastPathComponent()
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                let path = folder.appendingPathComponent(name)
                guard try path.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
                origin.add("second/\(name)", Array(try Data(contentsOf: path)))
            }
            let entry = try await Samples.streams.url(of: recipe).lastPathComponent
            origin.addFault(Fault(path: "second/*.ts", requests: .firstOfEachPath(1), kind: .status(503)))
            let second = origin.url("second/\(entry)?token=hidden").absoluteString
            let (status, output, _) = try await RunningProgram.run([
                "play", "--json", "--speed", "max", "--trace", file, "--header", "X-Key: hidden", first, second, first,
            ])
            await origin.stop()
            let events = try EventLine.all(output)
            checkDocumentedOrder(events)
            let replay = try await RunningProgram.run(["replay", file])
            #expect(replay.output == output)
            #expect(replay.status == 0 && replay.errors.isEmpty, "\(status) \(replay.errors)")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(!text.contains("hidden") && !output.contains { $0.contains("hidden") })
            // The text form works, too.
            let people = try await RunningProgram.run(["replay", "--text", file])
            #expect(people.status == 0 && people.output.contains { $0.contains("onPlaylistItem") })
        }
    }

    /// Checks the order of EVENTS for each of three items; the second has an error log entry for each fault.
    private func checkDocumentedOrder(_ events: [EventLine]) {
        let starts = events.indices.filter { events[$0].event == "onPlaylistItem" }
        #expect(starts.map { events[$0].index } == [0, 1, 2])
        for (number, start) in starts.enumerated() {
            let end = number + 1 < starts.count ? starts[number + 1] : events.count - 1
            let part = events[start..<end].map(\.description)
            let documented = [
                "onPlaylistItem", number == 0 ? "idle → opening" : "ended → opening", "onMeta", "onLevels", "onAudioTracks",
                "onCaptionsList",
                "opening → ready", "onPlayAttempt", "ready → play", "onBeforePlay", "onPlay", "onFirstFrame", "onVisualQuality", "onTime",
                "onAccessLog", "onBeforeComplete", "playing → ended", "onComplete",
            ]
            let places = documented.map { name in part.firstIndex(of: name) ?? -1 }
            // The intent to play the first item precedes its readiness.
            let isOrdered = zip(places, places.dropFirst()).allSatisfy { $0 < $1 } || number == 0 && !places.contains(-1)
            #expect(isOrdered, "\(number): \(zip(documented, places).map { "\($0) \($1)" })")
            #expect(part.last == (number == 2 ? "onPlaylistComplete" : "onComplete"))
            #expect(part.contains("onErrorLog") == (number == 1))
        }
    }

    @Test("The replay of a session with stop, pause and seek commands prints identical lines")
    func controlled() async throws {
        try await Self.withFile { file in
            let program = try RunningProgram(
                ["play", "--json", "--control", "-", "--trace", file, try await Samples.path(of: Samples.long)])
            await program.emits("onFirstFrame")
            program.send("seek 2", "rate 2", "rate 9", "pause")
            await program.emits("onPause")
            program.send("quit")
            _ = await program.status()
            let replay = try await RunningProgram.run(["replay", "--json", file])
            #expect(replay.output == program.output.lines && replay.status == 0)
        }
    }

    @Test("The replay of an interrupted live playback includes the latency and metrics", arguments: [SIGINT, 0])
    func live(signal: Int32) async throws {
        try await Self.withFile { file in
            let recipe = SampleRecipe(.hls(HLSLayout(segments: .fragmentedMP4, segmentDuration: 1)), duration: 6, width: 160, height: 90)
            let entry = try await Samples.streams.url(of: recipe)
            let server = try RunningProgram(["serve", "--live", entry.path])
            await server.output.wait { !$0.isEmpty }
            let url = try #require(server.output.lines.first)
            let ending = signal == 0 ? ["--duration", "1.2"] : []
            let program = try RunningProgram(["play", "--json", "--trace", file, url] + ending)
            await program.emits("onTime", times: 8)
            if signal != 0 { program.signal(signal) }
            #expect(await program.status() == 0)
            let output = program.output.lines
            server.signal(SIGTERM)
            _ = await server.status()
            #expect(output.last?.contains(#""latency":{"least":"#) == true, "\(output.last ?? "nothing")")
            #expect(output.last?.contains(#""playTime":0,"#) == false)
            let replay = try await RunningProgram.run(["replay", file])
            #expect(replay.output == output && replay.status == 0, "\(replay.errors)")
        }
    }

    @Test("An invalid or truncated trace is reported with status 1")
    func damaged() async throws {
        try await Self.withFile { file in
            let missing = try await RunningProgram.run(["replay", file])
            #expect(missing.status == 1 && missing.output.isEmpty && missing.errors.split(separator: "\n").count == 1)
            try Data("{\"a\":1}\n".utf8).write(to: URL(fileURLWithPath: file))
            let other = try await RunningProgram.run(["replay", file])
            #expect(other.status == 1 && other.output.isEmpty && other.errors.contains("not a trace"))
            let played = try await RunningProgram.run([
                "play", "--json", "--speed", "max", "--trace", file, try await Samples.path(of: Samples.short),
            ])
            let whole = try Data(contentsOf: URL(fileURLWithPath: file))
            try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: file))
            let half = try await RunningProgram.run(["replay", file])
            #expect(half.status == 1 && half.errors.contains("truncated"))
            #expect(!half.output.isEmpty && half.output == Array(played.output.prefix(half.output.count)))
        }
    }

    @Test("A trace that can't be written is reported before the playback, with status 2")
    func unwritable() async throws {
        let (status, output, errors) = try await RunningProgram.run([
            "play", "--json", "--trace", "/dev/null/trace", try await Samples.path(of: Samples.short),
        ])
        #expect(status == 2 && output.isEmpty && errors.split(separator: "\n").count == 1)
    }
}
