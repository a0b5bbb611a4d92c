import Foundation
import Testing

@Suite("playhead play --control -", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct ControlTests {
    @Test("A session in real time emits all events in the documented order")
    func session() async throws {
        // Long enough that it does not end while commands are on their way.
        let program = try RunningProgram(["play", "--json", "--control", "-", try await Samples.path(of: Samples.twentySeconds)])
        await program.emits("onBufferChange") { $0.bufferPercent == 100 }
        await program.emits("onTime")
        program.send("pause")
        await program.emits("onPause")
        program.send("play")
        await program.emits("onPlay", times: 2)
        program.send(
            "seek 0.3", "seek 0.6", "seek 0.9", "seek 1.2", "seek 1.5", "seek 1.8", "seek 2.1", "seek 2.4", "seek 2.7", "seek 3")
        await program.emits("onSeeked")
        program.send("rate 2")
        await program.emits("onPlaybackRateChanged")
        program.send("seek 99")
        await program.emits("onPlaylistComplete")
        program.send("play")
        await program.emits("onPlay", times: 3)
        program.send("quit")
        #expect(await program.status() == 0)
        let events = program.events
        #expect(events.dropLast().compactMap(\.seq) == Array(1..<events.count))
        // Further access log entries may follow onFirstFrame before the program ends.
        let isLog = { (index: Int) in events[index].event == "onAccessLog" || index > 0 && events[index - 1].event == "onAccessLog" }
        // The key frames of the file are reported independently of the commands.
        let isIndex = { (index: Int) in events[index].event == "onMetaParsed" || index > 0 && events[index - 1].event == "onMetaParsed" }
        let reported = events.indices.filter {
            !isLog($0) && !isIndex($0) && !["onTime", "onBufferChange", "summary"].contains(events[$0].event)
        }
        .map { events[$0].description }
        let expected = Self.expected
        #expect(Array(reported.prefix(expected.count)) == expected)
        #expect(reported.dropFirst(expected.count).allSatisfy { ["onFirstFrame", "onVisualQuality"].contains($0) })
        #expect(events.filter { $0.event == "onSeeked" }.map(\.position) == [3, 20, 0])
        // Each onSeeked is followed by its onTime.
        for (event, next) in zip(events, events.dropFirst()) where event.event == "onSeeked" {
            #expect(next.event == "onTime" && next.position == event.position)
        }
    }

    private static let expected =
        [
            "onPlaylistItem", "idle → opening", "onMeta", "onLevels", "onAudioTracks", "onCaptionsList", "opening → ready", "onReady",
            "onPlayAttempt", "ready → play", "onBeforePlay", "play → playing", "onPlay", "onFirstFrame", "onVisualQuality",
            "playing → pausing", "pausing → paused", "onPause", "paused → play", "play → playing", "onPlay", "onSeek", "playing → seeking",
        ] + Array(repeating: "onSeek", count: 9) + [
            "seeking → playing", "onSeeked", "onPlaybackRateChanged", "onSeek", "playing → seeking", "onSeeked", "onBeforeComplete",
            "seeking → ended", "onComplete", "onPlaylistComplete", "onPlayAttempt", "onSeek", "ended → seeking", "seeking → play",
            "onSeeked",
            "onBeforePlay", "play → playing", "onPlay",
        ]

    @Test("An invalid command is reported on standard error, and the session continues")
    func malformed() async throws {
        let program = try RunningProgram([
            "play", "--json", "--no-autoplay", "--control", "-", try await Samples.path(of: Samples.short),
        ])
        await program.emits("onReady")
        #expect(program.events.last { $0.event == "onStateChange" }?.newState == "ready")
        program.send("# a comment", "", "jump", "seek soon", "load ://", "rate 99", "volume 0.5")
        await program.emits("onVolume")
        program.send("quit")
        #expect(await program.status() == 0)
        #expect(
            program.errors.lines == [
                "control: 'jump' is not a command.", "control: 'seek' takes a number.", "control: '://' is not a URL.",
            ])
        #expect(program.events.contains { $0.event == "onWarning" } && !program.events.contains { $0.event == "onPlay" })
        #expect(program.events.last?.warnings == 1 && program.events.last?.startupTime == nil)
    }

    @Test("Commands that an on-demand item without captions does not support cause a warning")
    func refused() async throws {
        let program = try RunningProgram([
            "play", "--json", "--no-autoplay", "--dvr", "--captions", "en", "--control", "-", try await Samples.path(of: Samples.short),
        ])
        await program.emits("onReady")
        program.send("captions 1", "live", "captions off")
        await program.emits("onWarning", times: 2)
        program.send("quit")
        #expect(await program.status() == 0)
        #expect(program.events.compactMap(\.error?.code) == [320_641, 320_642])
        #expect(program.events.first { $0.event == "onMeta" }?.state == "opening")
    }

    @Test("Levels, tracks, items, stop, load and release")
    func commands() async throws {
        let (origin, url) = try await Samples.origin(of: .hlsSmallLadder)
        let path = try await Samples.path(of: Samples.short)
        let program = try RunningProgram(["play", "--json", "--no-autoplay", "--control", "-", url, path])
        await program.emits("onReady")
        program.send("quality 1", "audio 1", "mute on")
        await program.emits("onLevelsChanged") { $0.currentQuality == 1 }
        await program.emits("onAudioTrackChanged")
        await program.emits("onMute")
        program.send("next")
        await program.emits("onPlaylistItem", times: 2)
        program.send("previous")
        await program.emits("onPlaylistItem", times: 3)
        await program.emits("onStateChange", times: 2) { $0.newState == "ready" && $0.item?.index == 0 }
        program.send("stop")
        await program.emits("onIdle") { $0.reason == "stopped" }
        program.send("load \(path)")
        await program.emits("onPlaylist")
        await program.emits("onStateChange", times: 3) { $0.newState == "ready" && $0.item?.index == 0 }
        program.send("release")
        await program.emits("onIdle") { $0.reason == "released" }
        program.send("quit")
        #expect(await program.status() == 0)
        #expect(program.errors.text.isEmpty)
        await origin.stop()
    }

    @Test(
        "Commands that arrive faster than they are performed wait in the pipe, and use no memory",
        arguments: ["volume 0.5", "seek 1", "jump"])
    func flood(line: String) async throws {
        let program = try RunningProgram([
            "play", "--json", "--no-autoplay", "--control", "-", try await Samples.path(of: Samples.short),
        ])
        await program.emits("onReady")
        let before = program.residentMemory()
        let block = Array(repeating: line, count: 1000).joined(separator: "\n")
        await withCheckedContinuation { continuation in
            // The write blocks, so it must not run on the cooperative pool.
            Thread.detachNewThread {
                for _ in 0..<2 { program.send(block) }
                continuation.resume()
            }
        }
        let growth = program.residentMemory() - before
        program.send("quit")
        #expect(await program.status() == 0)
        #expect(growth < 32 << 20, "\(growth >> 20) MB")
        if line == "jump" { #expect(program.errors.lines.count == 2000) }
    }

    @Test("A line that is too long is reported and skipped")
    func overlong() async throws {
        let program = try RunningProgram([
            "play", "--json", "--no-autoplay", "--control", "-", try await Samples.path(of: Samples.short),
        ])
        await program.emits("onReady")
        program.send("load " + String(repeating: "x", count: 200_000) + " quit", "volume 0.5")
        await program.emits("onVolume")
        program.send("quit")
        #expect(await program.status() == 0)
        #expect(program.errors.lines == ["control: A line of more than 65536 bytes is ignored."])
    }

    @Test("The end of the commands ends a waiting session, and lets a playing one continue", arguments: [true, false])
    func endOfInput(waits: Bool) async throws {
        let path = try await Samples.path(of: Samples.short)
        let program = try RunningProgram(["play", "--json", "--control", "-", "--speed", waits ? "normal" : "max", path])
        if waits {
            await program.emits("onPlay")
            program.send("pause")
        }
        program.closeInput()
        #expect(await program.status() == 0)
        #expect(program.events.contains { $0.event == "onPlaylistComplete" } == !waits)
    }

    @Test("The end of the commands ends a session whose ad is paused")
    func endOfInputInAd() async throws {
        let program = try RunningProgram(["play", "--json", "--control", "-", "--demo", "ads"])
        await program.emits("onAdPlay")
        program.send("pause")
        await program.emits("onAdPause")
        program.closeInput()
        #expect(await program.status() == 0)
        #expect(!program.events.contains { $0.event == "onAdComplete" })
    }

    @Test("The end of the commands ends a session that waits later", arguments: ["seek 1000", "stop", "pause"])
    func endOfInputBeforeWaiting(command: String) async throws {
        let path = try await Samples.path(of: Samples.short)
        let program = try RunningProgram(["play", "--json", "--control", "-", path, path])
        await program.emits("onPlay")
        program.send("pause", command)
        program.closeInput()
        #expect(await program.status() == 0)
        #expect(program.events.filter { $0.event == "onPlay" }.count == 1)
    }
}
