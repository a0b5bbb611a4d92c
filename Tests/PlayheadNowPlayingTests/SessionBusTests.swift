import Foundation
import Playhead
import TestSupport
import Testing

@testable import PlayheadNowPlaying

@MainActor
@Suite("On a session bus", .timeLimit(.minutes(5)), .enabled(if: SessionBus.isInstalled), .serialized)
struct SessionBusTests {
    private static func controller(_ address: String, _ player: Player = Player()) -> NowPlayingController {
        var options = NowPlayingOptions()
        options.applicationName = "Test Player"
        options.busAddress = address
        return NowPlayingController(player: player, options: options)
    }

    /// Waits for a controller's availability.
    private static func wait(
        _ controller: NowPlayingController, until condition: (NowPlayingAvailability) -> Bool
    ) async throws {
        try await eventually("\(controller.availability)") { condition(controller.availability) }
    }

    @Test("Several players have different names, and leave the bus when closed")
    func instances() async throws {
        let bus = try await SessionBus()
        let one = Self.controller(bus.address)
        try await Self.wait(one) { $0 == .available(name: "org.mpris.MediaPlayer2.testplayer") }
        let two = Self.controller(bus.address)
        let id = ProcessInfo.processInfo.processIdentifier
        try await Self.wait(two) { $0 == .available(name: "org.mpris.MediaPlayer2.testplayer.instance\(id)") }
        #expect(await bus.names()?.count == 2)
        one.close()
        try await eventually("one is gone") { await bus.names() == ["org.mpris.MediaPlayer2.testplayer.instance\(id)"] }
        two.close()
        try await eventually("both are gone") { await bus.names() == [] }
    }

    @Test("A player reconnects to a lost bus, and reports each change once")
    func reconnecting() async throws {
        let bus = try await SessionBus()
        let controller = Self.controller(bus.address)
        var received: [NowPlayingAvailability] = []
        controller.onAvailability = { received.append($0) }
        try await Self.wait(controller) { if case .available = $0 { true } else { false } }
        bus.end()
        try await Self.wait(controller) { if case .unavailable = $0 { true } else { false } }
        let next = try await SessionBus(in: bus.folder)
        try await Self.wait(controller) { if case .available = $0 { true } else { false } }
        #expect(received.count == 3)
        controller.close()
        try await eventually("it is gone") { await next.names() == [] }
    }

    @Test("busctl shows both MPRIS interfaces completely")
    func introspection() async throws {
        let bus = try await SessionBus()
        let controller = Self.controller(bus.address)
        defer { controller.close() }
        try await Self.wait(controller) { if case .available = $0 { true } else { false } }
        let names: [String: [String]] = [
            "org.mpris.MediaPlayer2": [
                "Raise", "Quit", "CanQuit", "CanRaise", "HasTrackList", "Identity", "SupportedUriSchemes", "SupportedMimeTypes",
            ],
            "org.mpris.MediaPlayer2.Player": [
                "Next", "Previous", "Pause", "PlayPause", "Stop", "Play", "Seek", "SetPosition", "OpenUri", "Seeked", "PlaybackStatus",
                "Rate", "Metadata", "Volume", "Position", "MinimumRate", "MaximumRate", "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause",
                "CanSeek", "CanControl",
            ],
        ]
        for (interface, members) in names {
            let answer = try await bus.run(
                "busctl",
                ["--address=\(bus.address)", "introspect", "org.mpris.MediaPlayer2.testplayer", "/org/mpris/MediaPlayer2", interface])
            let lines = answer.output.split(separator: "\n")
            // Each member starts with a dot.
            let found = Set(lines.compactMap { $0.split(separator: " ").first.map { String($0.dropFirst()) } })
            #expect(answer.status == 0 && found.isSuperset(of: members), "\(interface): \(answer.output)")
        }
    }

    @Test("Invalid calls are answered with an error, and the player continues")
    func refusals() async throws {
        let bus = try await SessionBus()
        let controller = Self.controller(bus.address)
        defer { controller.close() }
        try await Self.wait(controller) { if case .available = $0 { true } else { false } }
        let (name, path, player) = ("org.mpris.MediaPlayer2.testplayer", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")
        let properties = "org.freedesktop.DBus.Properties"
        func call(_ interface: String, _ member: String, _ arguments: String...) async throws -> (status: Int32, output: String) {
            let fixed = ["--address=\(bus.address)", "call", name, path, interface, member]
            return try await bus.run("busctl", fixed + arguments)
        }
        let refused: [(String, String, [String], String)] = [
            (player, "Dance", [], "no method Dance"),
            (player, "Seek", ["s", "soon"], "Seek takes 'x'"),
            (player, "OpenUri", ["s", "https://a.example/"], "does not open"),
            ("org.example.Other", "Play", [], "no interface org.example.Other"),
            (properties, "Get", ["ss", player, "Colour"], "no property Colour"),
            (properties, "Get", ["ss", "org.example.Other", "Colour"], "no interface org.example.Other"),
            (properties, "Get", ["s", player], "Get takes 'ss'"),
            (properties, "Set", ["ssv", player, "CanPlay", "b", "true"], "CanPlay can't be set"),
            (properties, "Set", ["ssv", player, "Volume", "s", "loud"], "can't be read"),
        ]
        for (interface, member, arguments, message) in refused {
            let answer = try await bus.run("busctl", ["--address=\(bus.address)", "call", name, path, interface, member] + arguments)
            #expect(answer.status != 0 && answer.output.contains(message), "\(member) \(arguments): \(answer.output)")
        }
        #expect(try await call(player, "Play").status == 0)
        #expect(try await call("org.freedesktop.DBus.Peer", "Ping").status == 0)
        #expect(try await call(properties, "Get", "ss", player, "Position").output == "v x 0")
        #expect(try await call("org.mpris.MediaPlayer2", "Quit").status == 0)
    }

    @Test("Quit is answered before the application leaves the bus, and DesktopEntry names the application")
    func quit() async throws {
        let bus = try await SessionBus()
        var options = NowPlayingOptions()
        options.applicationName = "Test Player"
        options.busAddress = bus.address
        options.desktopEntry = "test-player"
        var quits = 0
        let keeper = Keeper()
        options.onQuit = {
            quits += 1
            keeper.controller?.close()
        }
        for round in 1...5 {
            let controller = NowPlayingController(player: Player(), options: options)
            keeper.controller = controller
            try await Self.wait(controller) { if case .available = $0 { true } else { false } }
            let (name, path, root) = ("org.mpris.MediaPlayer2.testplayer", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2")
            let entry = try await bus.run("busctl", ["--address=\(bus.address)", "get-property", name, path, root, "DesktopEntry"])
            #expect(entry.output == "s \"test-player\"")
            let answer = try await bus.run("busctl", ["--address=\(bus.address)", "call", name, path, root, "Quit"])
            #expect(answer.status == 0, "\(answer.output)")
            try await eventually("the application ends") { quits == round && controller.availability == .off }
            try await eventually("it is gone") { await bus.names() == [] }
        }
    }

    /// Retains a controller that its own options close.
    private final class Keeper: Sendable {
        @MainActor var controller: NowPlayingController?
    }

    @Test("An unreachable bus is reported, without other effects")
    func nobody() async throws {
        let controller = Self.controller("unix:path=/nonexistent/bus")
        try await Self.wait(controller) { if case .unavailable(let reason) = $0 { reason.contains("can't be reached") } else { false } }
        controller.player.volume = 0.5
        #expect(controller.player.volume == 0.5)
        controller.close()
        #expect(controller.availability == .off)
    }
}
