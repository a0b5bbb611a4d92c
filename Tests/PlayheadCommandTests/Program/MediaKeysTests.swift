import Foundation
import TestSupport
import Testing

@Suite("playhead play on a session bus", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible && SessionBus.isInstalled), .serialized)
struct MediaKeysTests {
    /// Starts the program on a private bus, and waits until it is registered.
    private static func start(_ arguments: String...) async throws -> (bus: SessionBus, program: RunningProgram) {
        let bus = try await SessionBus()
        let program = try RunningProgram(["play", "--json", "--control", "-"] + arguments, environment: bus.environment)
        try await eventually("the player is on the bus") { await bus.names() == ["org.mpris.MediaPlayer2.playhead"] }
        return (bus, program)
    }

    @Test("playerctl shows and controls the playback")
    func controls() async throws {
        let path = try await Samples.path(of: Samples.twentySeconds)
        let (bus, program) = try await Self.start(path)
        await program.emits("onPlay")
        #expect(try await bus.playerctl("status") == "Playing")
        #expect(try await bus.playerctl("metadata", "mpris:length") == "20000000")
        #expect(try await bus.playerctl("metadata", "xesam:title") == URL(fileURLWithPath: path).lastPathComponent)
        #expect(try await bus.playerctl("metadata", "xesam:url") == URL(fileURLWithPath: path).absoluteString)
        // The new state is published when the call is answered.
        _ = try await bus.playerctl("pause")
        #expect(try await bus.playerctl("status") == "Paused")
        await program.emits("onPause") { $0.reason == "interaction" }
        _ = try await bus.playerctl("position", "12")
        #expect(try await bus.playerctl("position") == "12.000000")
        await program.emits("onSeeked") { $0.position == 12 }
        _ = try await bus.playerctl("position", "2-")
        await program.emits("onSeeked") { $0.position == 10 }
        #expect(try await bus.playerctl("position") == "10.000000")
        _ = try await bus.playerctl("volume", "0.25")
        #expect(try await bus.playerctl("volume") == "0.250000")
        await program.emits("onVolume")
        _ = try await bus.playerctl("play-pause")
        await program.emits("onPlay", times: 2)
        #expect(try await bus.playerctl("status") == "Playing")
        _ = try await bus.playerctl("stop")
        #expect(try await bus.playerctl("status") == "Stopped")
        let quit = try await bus.run(
            "busctl", "--address=\(bus.address)", "call", "org.mpris.MediaPlayer2.playhead", "/org/mpris/MediaPlayer2",
            "org.mpris.MediaPlayer2", "Quit")
        #expect(quit.status == 0, "\(quit.output)")
        #expect(await program.status() == 0)
        #expect(program.errors.text == "")
        try await eventually("it left the bus") { await bus.names() == [] }
    }

    @Test("Next wraps around, and previous stops at the first item")
    func skipping() async throws {
        let path = try await Samples.path(of: Samples.twentySeconds)
        let (bus, program) = try await Self.start("--no-autoplay", path, path, path)
        await program.emits("onReady")
        func can(_ what: String) async throws -> String {
            let arguments = [
                "--address=\(bus.address)", "get-property", "org.mpris.MediaPlayer2.playhead", "/org/mpris/MediaPlayer2",
                "org.mpris.MediaPlayer2.Player", what,
            ]
            return try await bus.run("busctl", arguments).output
        }
        #expect(try await can("CanGoPrevious") == "b false")
        #expect(try await can("CanGoNext") == "b true")
        for (count, index) in [(1, 1), (2, 2), (3, 0), (4, 1)] {
            _ = try await bus.playerctl("next")
            await program.emits("onPlaylistItem", times: count + 1)
            #expect(program.events.last { $0.event == "onPlaylistItem" }?.index == index)
        }
        _ = try await bus.playerctl("previous")
        await program.emits("onPlaylistItem", times: 6)
        #expect(program.events.last { $0.event == "onPlaylistItem" }?.index == 0)
        _ = try await bus.playerctl("previous")
        program.send("volume 0.5")
        await program.emits("onVolume")
        #expect(program.events.filter { $0.event == "onPlaylistItem" }.count == 6)
        program.send("quit")
        #expect(await program.status() == 0)
    }

    @Test("A client gets each change once, and Seeked only for seeks")
    func following() async throws {
        let path = try await Samples.path(of: Samples.twentySeconds)
        let (bus, program) = try await Self.start("--no-autoplay", path)
        await program.emits("onReady")
        let follower = try Follower(bus, "playerctl", arguments: ["-p", "playhead", "--follow", "status"])
        let monitor = try Follower(bus, "busctl", arguments: ["--address=\(bus.address)", "--json=short", "monitor"])
        await follower.output.wait { $0 == ["Paused"] }
        await monitor.output.wait { $0.contains("Monitoring bus message stream.") }
        program.send("play")
        await follower.output.wait { $0 == ["Paused", "Playing"] }
        program.send("pause")
        await follower.output.wait { $0 == ["Paused", "Playing", "Paused"] }
        program.send("seek 5", "rate 2")
        await program.emits("onSeeked")
        program.send("quit")
        #expect(await program.status() == 0)
        try await eventually("it left the bus") { await bus.names() == [] }
        await monitor.output.wait { lines in
            lines.contains {
                $0.contains("NameOwnerChanged") && $0.contains("[\"org.mpris.MediaPlayer2.playhead\"") && $0.contains(",\"\"]")
            }
        }
        let signals = monitor.output.lines.filter { $0.contains("\"member\":\"Seeked\"") }
        #expect(signals.count == 1 && signals.first?.contains("5000000") == true)
        let changes = monitor.output.lines.filter { $0.contains("\"member\":\"PropertiesChanged\"") }
        #expect(!changes.isEmpty && !changes.contains { $0.contains("\"Position\"") || $0.contains("CanControl") })
        // Only the rate has changed, and only the rate is published.
        #expect(changes.filter { $0.contains("\"Rate\"") }.allSatisfy { !$0.contains("Metadata") && !$0.contains("PlaybackStatus") })
        #expect(changes.contains { $0.contains("\"Rate\"") })
    }

    @Test("busctl shows the specification's interfaces")
    func introspection() async throws {
        let (bus, program) = try await Self.start("--no-autoplay", try await Samples.path(of: Samples.short))
        let shown = try await bus.run(
            "busctl", "--address=\(bus.address)", "introspect", "--no-legend", "org.mpris.MediaPlayer2.playhead", "/org/mpris/MediaPlayer2")
        #expect(shown.status == 0)
        let words = shown.output.split(separator: "\n").map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        for line in [
            "org.mpris.MediaPlayer2 interface -", ".Quit method -", ".Raise method -", ".Identity property s", ".CanQuit property b",
            ".SupportedUriSchemes property as", "org.mpris.MediaPlayer2.Player interface -", ".Next method -", ".PlayPause method -",
            ".Seek method x", ".SetPosition method ox", ".OpenUri method s", ".PlaybackStatus property s", ".Rate property d",
            ".Metadata property a{sv}", ".Volume property d", ".Position property x", ".MinimumRate property d", ".CanSeek property b",
            ".CanControl property b", ".Seeked signal x", "org.freedesktop.DBus.Properties interface -",
        ] {
            #expect(words.contains(line), "\(line)")
        }
        program.send("quit")
        #expect(await program.status() == 0)
    }

    @Test("A URL of another program is played, and one of something else than media changes nothing")
    func opening() async throws {
        let path = try await Samples.path(of: Samples.short)
        let (bus, program) = try await Self.start("--no-autoplay", path)
        await program.emits("onReady")
        let media = URL(fileURLWithPath: try await Samples.path(of: Samples.twentySeconds))
        try await withTemporaryFolder { folder in
            let empty = folder.appending(path: "empty", directoryHint: .isDirectory)
            let full = folder.appending(path: "full", directoryHint: .isDirectory)
            for folder in [empty, full] { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
            try Data("text".utf8).write(to: empty.appending(path: "a.txt"))
            try FileManager.default.copyItem(at: media, to: full.appending(path: "a.mp4"))
            let texts = ["feed.json": "{\"playlist\": []}", "feed.xml": "<rss/>", "list.m3u": "#EXTM3U\n", "list": "[playlist]\n"]
            for (name, text) in texts { try Data(text.utf8).write(to: folder.appending(path: name)) }
            let files = texts.keys.sorted().map { folder.appending(path: $0).absoluteString }
            let missing = ["file:///nonexistent-folder/", "file:///nonexistent-folder/feed.json", "file:///nonexistent-folder/a.rss"]
            for wrong in [URL(fileURLWithPath: #filePath).absoluteString, empty.absoluteString] + missing + files {
                _ = try await bus.playerctl("open", wrong)
            }
            for (opened, played) in [(media, media), (full, full.appending(path: "a.mp4"))] {
                _ = try await bus.playerctl("open", opened.absoluteString)
                #expect(await program.emits("onPlay"))
                // The bus reports it after the event.
                let url = played.absoluteString
                try await eventually("\(url) is on the bus") { try await bus.playerctl("metadata", "xesam:url") == url }
            }
            #expect(program.events.compactMap(\.error?.code).isEmpty)
            #expect(program.errors.text == "")
            program.send("quit")
            #expect(await program.status() == 0)
        }
    }

    @Test("Two programs have different bus names")
    func two() async throws {
        let path = try await Samples.path(of: Samples.twentySeconds)
        let (bus, program) = try await Self.start("--no-autoplay", path)
        let other = try RunningProgram(["play", "--json", "--no-autoplay", "--control", "-", path], environment: bus.environment)
        let name = "org.mpris.MediaPlayer2.playhead"
        try await eventually("both are on the bus") { await bus.names() == [name, "\(name).instance\(other.pid)"] }
        await other.emits("onReady")
        _ = try await bus.playerctl("play", player: "playhead.instance\(other.pid)")
        #expect(await other.emits("onPlay"))
        #expect(!program.events.contains { $0.event == "onPlay" })
        for running in [program, other] {
            running.send("quit")
            #expect(await running.status() == 0)
        }
    }

    @Test("A missing bus is reported once if media keys are requested, and playback works; 'off' does not connect")
    func without() async throws {
        let path = try await Samples.path(of: Samples.short)
        let quiet = try await RunningProgram.run(["play", "--json", path])
        #expect(quiet.status == 0 && quiet.errors == "")
        let loud = try await RunningProgram.run(
            ["play", "--json", "--mpris", "on", path], environment: ["XDG_RUNTIME_DIR": "/dev/null/run"])
        #expect(loud.status == 0 && loud.errors.split(separator: "\n").count == 1 && loud.errors.contains("No media keys"))
        let bus = try await SessionBus()
        let program = try RunningProgram(["play", "--json", "--control", "-", "--mpris", "off", path], environment: bus.environment)
        await program.emits("onPlay")
        #expect(await bus.names() == [])
        program.send("quit")
        #expect(await program.status() == 0)
    }
}
