import Foundation
import PlayheadSamples
import TestSupport
import Testing

/// Tests several starts of the program in one session.
@Suite(
    "Instances of the program", .tags(.windows), .enabled(if: DesktopRig.isPossible && SessionBus.isInstalled), .serialized,
    .timeLimit(.minutes(5)))
struct InstanceTests {
    private func sample(_ duration: Double) async throws -> String {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let recipe = SampleRecipe(.file(.mp4), duration: duration, width: 160, height: 90, bFrames: 2)
        return try await SampleStreams(cache: package.appendingPathComponent(".build/samples")).url(of: recipe).path
    }

    @Test("A second start with a file opens it in the window that is there, and ends; one without a file shows the window")
    func handOver() async throws {
        let session = try await SessionBus()
        let (first, second) = (try await sample(60), try await sample(6))
        let rig = try await DesktopRig([first], environment: session.environment)
        try await rig.event("onPlaylistItem", where: DesktopRig.isFile(first))
        let count = rig.eventCount
        // The end of its output is the end of the process.
        let output = try await outputOfTool(DesktopRig.program.path, [second], environment: rig.environment)
        #expect(output.isEmpty)
        try await rig.event("onPlaylistItem", after: count, where: DesktopRig.isFile(second))
        _ = try await outputOfTool(DesktopRig.program.path, [], environment: rig.environment)
        #expect(try await rig.windowsAndPopups().count == 1)
    }

    @Test("After an error a second start opens its file all the same")
    func afterError() async throws {
        let session = try await SessionBus()
        let second = try await sample(6)
        let rig = try await DesktopRig(["/nothing/here.mp4", "/nothing/there.mp4"], environment: session.environment)
        try await rig.event("onSetupError")
        let count = rig.eventCount
        _ = try await outputOfTool(DesktopRig.program.path, [second], environment: rig.environment)
        try await rig.event("onPlaylistItem", after: count, where: DesktopRig.isFile(second))
        try await rig.event("onPlay", after: count)
        try await rig.places("no error") { $0["card"] == nil }
    }

    @Test("A start with options has a separate window, also with the option for it", arguments: [["--size", "400x300"], ["--new-window"]])
    func separate(options: [String]) async throws {
        let session = try await SessionBus()
        let film = try await sample(60)
        let rig = try await DesktopRig([film], environment: session.environment)
        try await rig.event("onPlay")
        let other = try ChildProcess(
            DesktopRig.program, arguments: options + ["--audio", "none", film], environment: rig.environment, readsOutput: false)
        try await eventually("two windows") { try await rig.windowsAndPopups().count == 2 }
        try await eventually("two players on the bus") { await session.names()?.count == 2 }
        #expect(rig.events("onPlaylistItem").count == 1)
        withExtendedLifetime(other) {}
    }

    @Test("The desktop file's action opens another window, and media players' clients open files in this one")
    func requests() async throws {
        let session = try await SessionBus()
        let (first, second) = (try await sample(60), try await sample(6))
        let rig = try await DesktopRig([first], environment: session.environment)
        try await rig.event("onPlay")
        try await eventually("the player on the bus") { await session.names()?.count == 1 }
        let name = try #require(await session.names()?.first)
        let count = rig.eventCount
        _ = try await session.run(
            "busctl", "--address=\(session.address)", "call", name, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", "OpenUri",
            "s", URL(fileURLWithPath: second).absoluteString)
        try await rig.event("onPlaylistItem", after: count, where: DesktopRig.isFile(second))
        _ = try await session.run(
            "busctl", "--address=\(session.address)", "call", "org.playhead.Playhead", "/org/playhead/Playhead",
            "org.freedesktop.Application", "ActivateAction", "sava{sv}", "new-window", "0", "0")
        try await eventually("two windows") { try await rig.windowsAndPopups().count == 2 }
        _ = try await session.run(
            "busctl", "--address=\(session.address)", "set-property", name, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2",
            "Fullscreen", "b", "true")
        try await rig.event("onFullscreen", after: count)
    }

    @Test("A pipe that is opened as captions does not block the window")
    func pipe() async throws {
        let session = try await SessionBus()
        let film = try await sample(60)
        try await withTemporaryFolder { folder in
            let captions = folder.appending(path: "captions.srt").path
            mkfifo(captions, 0o600)
            let rig = try await DesktopRig([film], environment: session.environment)
            try await rig.event("onPlay")
            _ = try await outputOfTool(DesktopRig.program.path, [captions], environment: rig.environment)
            try await rig.press("space", expect: "onPause")
        }
    }

    @Test("The session bus starts the program, which opens what the desktop requests")
    func activation() async throws {
        let display = try await TestDisplayKind.current.start(
            size: "1280x720x24", scale: 1,
            environment: ProcessInfo.processInfo.environment.merging(["DBUS_SESSION_BUS_ADDRESS": "disabled:"]) { $1 })
        let session = try await SessionBus()
        let variables = display.environment.merging(["GSK_RENDERER": "cairo", "GTK_A11Y": "none", "PULSE_SERVER": "unix:/nonexistent"]) {
            $1
        }
        let service = """
            [D-BUS Service]
            Name=org.playhead.Playhead
            Exec=/usr/bin/env \(variables.map { "\($0.key)=\($0.value)" }.joined(separator: " ")) \
            \(DesktopRig.program.path) --gapplication-service
            """
        // The bus reads the folder of transient services in its runtime folder.
        let folder = session.folder.appending(path: "dbus-1/services")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data((service + "\n").utf8).write(to: folder.appending(path: "org.playhead.Playhead.service"))
        let file = URL(fileURLWithPath: try await sample(60)).absoluteString
        try await eventually("the service is found") {
            try await session.run(
                "busctl",
                [
                    "--address=\(session.address)", "call", "org.playhead.Playhead", "/org/playhead/Playhead",
                    "org.freedesktop.Application",
                    "Open", "asa{sv}", "1", file, "0",
                ]
            ).status == 0
        }
        try await eventually("it plays") { try await session.playerctl("status") == "Playing" }
        #expect(try await session.playerctl("metadata", "xesam:url") == file)
        #expect(try await display.windows().count == 1)
    }
}
