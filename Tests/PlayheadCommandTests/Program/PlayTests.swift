import Foundation
import PlayheadTestKit
import Testing

@Suite("playhead play --json", .timeLimit(.minutes(1)), .enabled(if: Samples.arePossible))
struct PlayTests {
    @Test("A line for each event with every key, in order, and the summary last")
    func lines() async throws {
        let path = try await Samples.path(of: Samples.short)
        let (status, output, errors) = try await RunningProgram.run(["play", "--json", "--speed", "max", path])
        #expect(status == 0 && errors.isEmpty, "\(errors)")
        for line in output.dropLast() {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(Set(["seq", "t", "wall", "event", "state", "item", "position"]).isSubset(of: object.keys), "\(line)")
            #expect(line.hasPrefix(#"{"seq":"#))
        }
        let summary = try #require(
            try JSONSerialization.jsonObject(with: Data((output.last ?? "").utf8)) as? [String: Any])
        #expect(
            Set(summary.keys) == [
                "event", "startupTime", "stalls", "stalledTime", "framesShown", "framesDropped", "audioFrames", "played", "qualities",
                "bytes",
                "requests", "errors", "warnings",
            ])
        let events = try EventLine.all(output)
        checkOrder(events)
        for name in ["onReady", "onPlay", "onFirstFrame", "onComplete", "onPlaylistComplete", "summary"] {
            #expect(events.count { $0.event == name } == 1, "\(name)")
        }
        let last = try #require(events.last)
        #expect(last.event == "summary" && last.framesShown == 60 && last.framesDropped == 0 && last.errors?.isEmpty == true)
        #expect(last.audioFrames.map { $0 > 80_000 } == true && last.played.map { abs($0 - 2) < 0.2 } == true)
        let times = events.filter { $0.event == "onTime" }
        #expect(times.last.map { $0.position == $0.duration } == true)
    }

    @Test("The summary is that of all items")
    func several() async throws {
        let path = try await Samples.path(of: Samples.short)
        let (status, output, _) = try await RunningProgram.run(["play", "--json", "--speed", "max", path, path, path])
        let events = try EventLine.all(output)
        checkOrder(events)
        #expect(status == 0 && events.filter { $0.event == "onPlaylistItem" }.map(\.item) == [0, 1, 2])
        #expect(events.last?.framesShown == 180)
        #expect(events.last?.qualities?.count == 1)
        #expect(events.last?.played.map { abs($0 - 6) < 0.5 } == true)
    }

    @Test("--start and --duration play a part")
    func part() async throws {
        let path = try await Samples.path(of: Samples.long)
        let (status, output, _) = try await RunningProgram.run([
            "play", "--json", "--speed", "max", "--start", "1.5", "--duration", "1", path,
        ])
        let events = try EventLine.all(output)
        checkOrder(events)
        #expect(status == 0 && events.first { $0.event == "onSeeked" }?.position == 1.5)
        #expect(!events.contains { $0.event == "onTime" && ($0.position ?? 0) < 1.5 })
        #expect(!events.contains { $0.event == "onComplete" })
        #expect(events.last?.played.map { (1.0..<2.0).contains($0) } == true, "\(String(describing: events.last?.played))")
    }

    @Test("--repeat begins again after the last item, and --duration ends that")
    func again() async throws {
        let path = try await Samples.path(of: Samples.short)
        let (status, output, _) = try await RunningProgram.run([
            "play", "--json", "--speed", "max", "--repeat", "--duration", "5", path,
        ])
        let events = try EventLine.all(output)
        #expect(status == 0 && events.count { $0.event == "onComplete" } >= 2 && !events.contains { $0.event == "onPlaylistComplete" })
        #expect(events.last?.played.map { $0 >= 5 } == true)
    }

    @Test("--header and --cookie go with every request, --quality picks the level")
    func requests() async throws {
        let (origin, url) = try await Samples.origin(of: .hlsSmallLadder)
        let (status, output, errors) = try await RunningProgram.run([
            "play", "--json", "--speed", "max", "--quality", "2", "--header", "X-Try: it works", "--cookie", "a=b=c", url,
        ])
        let events = try EventLine.all(output)
        #expect(status == 0, "\(errors)")
        #expect(events.last?.qualities?.map(\.index) == [2] && events.last?.qualities?.map(\.label) == ["180p"])
        let requests = origin.requests
        #expect(requests.count > 6 && requests.allSatisfy { $0.headers["x-try"] == "it works" && $0.headers["cookie"] == "a=b=c" })
        #expect(events.last?.requests == requests.count && events.last?.bytes == requests.map(\.bytesSent).reduce(0, +))
        await origin.stop()
    }

    @Test("Without --json people get a line for each event and a summary")
    func plain() async throws {
        let (status, output, _) = try await RunningProgram.run(["play", "--speed", "max", try await Samples.path(of: Samples.short)])
        #expect(status == 0 && output.contains { $0.contains("onStateChange") && $0.contains("idle → opening") })
        #expect(
            output.contains("Summary") && output.contains { $0.contains("60 shown, 0 dropped") }
                && !output.contains { $0.contains("onTime") })
    }

    @Test("FFmpeg's own errors are told only with --verbose")
    func verbose() async throws {
        let origin = try await LoopbackOrigin.start()
        // The start of an MP4 file whose index is nonsense.
        origin.add(
            "a.mp4", Array("\0\0\0\u{18}ftypisom\0\0\0\0isomisom\0\0\0\u{10}moov\0\0\0\u{08}free".utf8) + Array(repeating: 7, count: 5000))
        let url = origin.url("a.mp4").absoluteString
        let quiet = try await RunningProgram.run(["play", "--json", url])
        #expect(quiet.status == 1 && quiet.errors.split(separator: "\n").count == 1, "\(quiet.errors)")
        let verbose = try await RunningProgram.run(["play", "--json", "--verbose", url])
        #expect(verbose.status == 1 && verbose.errors.contains("[mov,mp4"), "\(verbose.errors)")
        await origin.stop()
    }

    private func checkOrder(_ events: [EventLine], sourceLocation: SourceLocation = #_sourceLocation) {
        let told = events.dropLast()
        #expect(events.last?.event == "summary", sourceLocation: sourceLocation)
        #expect(told.compactMap(\.seq) == Array(1..<max(events.count, 1)), sourceLocation: sourceLocation)
        let times = told.compactMap(\.t)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } && times.count == told.count, sourceLocation: sourceLocation)
        let walls = told.compactMap(\.wall)
        #expect(zip(walls, walls.dropFirst()).allSatisfy { $0 <= $1 } && walls.count == told.count, sourceLocation: sourceLocation)
        var state = "idle"
        for event in told {
            if event.event == "onStateChange", let new = event.newState {
                #expect(event.oldState == state, sourceLocation: sourceLocation)
                state = new
            }
            #expect(event.state == state, "\(event) at \(event.seq ?? 0)", sourceLocation: sourceLocation)
        }
    }
}
