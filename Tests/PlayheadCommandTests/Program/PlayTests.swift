import Foundation
import PlayheadOrigin
import PlayheadSamples
import Testing

@Suite("playhead play --json", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct PlayTests {
    @Test("Each event is a line with all keys, in order, and the summary is the last line")
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
                "event", "startupTime", "firstPictureTime", "stalls", "stalledTime", "framesShown", "framesDropped", "audioFrames",
                "played",
                "qualities", "bytes", "requests", "errors", "warnings", "metrics",
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

    @Test("The summary covers all items")
    func several() async throws {
        let path = try await Samples.path(of: Samples.short)
        let (status, output, _) = try await RunningProgram.run(["play", "--json", "--speed", "max", path, path, path])
        let events = try EventLine.all(output)
        checkOrder(events)
        #expect(status == 0 && events.filter { $0.event == "onPlaylistItem" }.map(\.index) == [0, 1, 2])
        #expect(events.last?.framesShown == 180)
        #expect(events.last?.qualities?.count == 1)
        #expect(events.last?.played.map { abs($0 - 6) < 0.5 } == true)
    }

    @Test("The first picture is timed before the start of playback, with fractions of a millisecond, and only if there are pictures")
    func firstPicture() async throws {
        let (origin, url) = try await Samples.origin(of: .hlsSmallLadder)
        origin.addFault(Fault(path: "**", kind: .latency(0.05)))
        let (_, output, _) = try await RunningProgram.run(["play", "--json", "--video", "none", "--duration", "0.5", url])
        await origin.stop()
        let summary = try #require(try EventLine.all(output).last)
        let (picture, start) = (try #require(summary.firstPictureTime), try #require(summary.startupTime))
        // Three requests precede the picture: two playlists and a segment.
        #expect(picture > 150 && picture <= start && picture != picture.rounded(), "\(picture) \(start)")
        let sound = try await Samples.path(of: SampleRecipe(.file(.mp3), duration: 12, width: 160, height: 90, frameRate: 10))
        let (_, lines, _) = try await RunningProgram.run(["play", "--json", "--speed", "max", "--duration", "0.5", sound])
        let silent = try #require(try EventLine.all(lines).last)
        #expect(silent.startupTime != nil && silent.firstPictureTime == nil)
    }

    @Test("--start and --duration play a part")
    func part() async throws {
        let path = try await Samples.path(of: Samples.long)
        let (status, output, _) = try await RunningProgram.run([
            "play", "--json", "--start", "1.5", "--duration", "0.5", path,
        ])
        let events = try EventLine.all(output)
        checkOrder(events)
        #expect(status == 0 && events.filter { $0.event == "onSeek" }.map(\.offset) == [1.5])
        #expect(events.filter { $0.event == "onSeeked" }.map(\.position) == [1.5])
        #expect(!events.contains { $0.event == "onTime" && ($0.position ?? 0) < 1.5 })
        #expect(!events.contains { $0.event == "onComplete" })
        #expect(events.last?.played.map { (0.5..<2.0).contains($0) } == true, "\(String(describing: events.last?.played))")
    }

    @Test(
        "--duration ends exactly at its time, also when unpaced, in every container",
        arguments: [SampleFormat.mp3, .mp4, .mpegTS, .flac, .oggOpus])
    func exactDuration(format: SampleFormat) async throws {
        let path = try await Samples.path(of: SampleRecipe(.file(format), duration: 12, width: 160, height: 90, frameRate: 10))
        let (status, output, errors) = try await RunningProgram.run([
            "play", "--json", "--speed", "max", "--duration", "0.86", path,
        ])
        #expect(status == 0 && errors.isEmpty)
        let events = try EventLine.all(output)
        let summary = try #require(events.last)
        #expect(summary.played == 0.86)
        let times = events.filter { $0.event == "onTime" }
        let first = try #require(events.first { $0.event == "onPlay" }?.position)
        #expect(abs((times.last?.position ?? 0) - first - 0.86) < 0.000_1)
    }

    @Test("--duration applies to the whole playlist")
    func durationOfList() async throws {
        let path = try await Samples.path(of: Samples.short)
        let (status, output, _) = try await RunningProgram.run([
            "play", "--json", "--speed", "max", "--duration", "2.75", path, path,
        ])
        let events = try EventLine.all(output)
        #expect(status == 0 && events.last?.played.map { $0 >= 2.75 && $0 < 2.750_001 } == true)
        #expect(events.filter { $0.event == "onPlaylistItem" }.count == 2 && !events.contains { $0.event == "onPlaylistComplete" })
        #expect(abs((events.last { $0.event == "onTime" }?.position ?? 0) - 0.75) < 0.000_1)
    }

    @Test("The summary's metrics include the state at the end, and dropped frames")
    func metricsAtTheEnd() async throws {
        let path = try await Samples.path(of: Samples.long)
        let (_, output, _) = try await RunningProgram.run(["play", "--json", "--duration", "1.5", path])
        let line = try #require(output.last?.data(using: .utf8))
        let summary = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        let metrics = try #require(summary["metrics"] as? [String: Any])
        let playTime = try #require(metrics["playTime"] as? Double)
        #expect(abs(playTime - 1.5) < 0.4)
        let levels = try #require(metrics["levels"] as? [[String: Any]])
        #expect(abs((levels.first?["time"] as? Double ?? 0) - playTime) < 0.4)
        #expect(metrics["droppedFrames"] as? Int == summary["framesDropped"] as? Int)
    }

    @Test("--repeat starts over after the last item, until --duration")
    func again() async throws {
        let path = try await Samples.path(of: Samples.short)
        let (status, output, _) = try await RunningProgram.run([
            "play", "--json", "--speed", "max", "--repeat", "--duration", "5", path,
        ])
        let events = try EventLine.all(output)
        #expect(status == 0 && events.count { $0.event == "onComplete" } >= 2 && !events.contains { $0.event == "onPlaylistComplete" })
        #expect(events.last?.played.map { $0 >= 5 && $0 < 5.000_001 } == true)
    }

    @Test("--header and --cookie are sent with every request, and --quality selects the level")
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

    @Test("Without --json a line for each event and a summary are printed")
    func plain() async throws {
        let (status, output, _) = try await RunningProgram.run(["play", "--speed", "max", try await Samples.path(of: Samples.short)])
        #expect(status == 0 && output.contains { $0.contains("onStateChange") && $0.contains("idle → opening") })
        #expect(
            output.contains("Summary") && output.contains { $0.contains("60 shown, 0 dropped") }
                && !output.contains { $0.contains("onTime") })
    }

    @Test("FFmpeg's own errors are printed only with --verbose")
    func verbose() async throws {
        // A file with damaged pictures is played as far as possible.
        var bytes = try Data(contentsOf: URL(fileURLWithPath: try await Samples.path(of: Samples.short)))
        let media = try #require(bytes.range(of: Data("mdat".utf8))).upperBound + 4000
        for index in stride(from: media, to: bytes.count, by: 97) { bytes[index] ^= 0x5A }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString).mp4")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let quiet = try await RunningProgram.run(["play", "--json", "--speed", "max", file.path])
        #expect(!quiet.errors.contains("NAL unit"), "\(quiet.errors)")
        let verbose = try await RunningProgram.run(["play", "--json", "--speed", "max", "--verbose", file.path])
        #expect(verbose.errors.contains("NAL unit"), "\(verbose.errors)")
    }

    private func checkOrder(_ events: [EventLine], sourceLocation: SourceLocation = #_sourceLocation) {
        let reported = events.dropLast()
        #expect(events.last?.event == "summary", sourceLocation: sourceLocation)
        #expect(reported.compactMap(\.seq) == Array(1..<max(events.count, 1)), sourceLocation: sourceLocation)
        let times = reported.compactMap(\.t)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } && times.count == reported.count, sourceLocation: sourceLocation)
        let walls = reported.compactMap(\.wall)
        #expect(zip(walls, walls.dropFirst()).allSatisfy { $0 <= $1 } && walls.count == reported.count, sourceLocation: sourceLocation)
        var state = "idle"
        for event in reported {
            if event.event == "onStateChange", let new = event.newState {
                #expect(event.oldState == state, sourceLocation: sourceLocation)
                state = new
            }
            #expect(event.state == state, "\(event) at \(event.seq ?? 0)", sourceLocation: sourceLocation)
        }
    }
}
