import Foundation
import Playhead
import PlayheadOrigin
import TestSupport
import Testing

/// The resources that playbacks leave. Because other tests run in the same process at the same time, only a test's own resources are
/// counted: threads by name, sockets by the port of the origin, files by path.
@MainActor
@Suite("Resources that playbacks leave", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible && ProcessTable.isThere))
struct RealLifetimeTests {
    @Test("50 playbacks and releases over HTTP leave no socket")
    func sockets() async throws {
        try await RealRig.run { rig in
            let items = [try await rig.item(Samples.mp4, "mp4"), try await rig.item(Samples.transportStream, "hls")]
            for index in 0..<50 {
                rig.player.load(PlayerItem(url: items[index % 2].url))
                rig.player.play()
                // Some playbacks are released at various points.
                let wanted: EventName = [.onPlaylistItem, .onLevels, .onFirstFrame, .onTime, .onComplete][index % 5]
                let seen = rig.trace.events.last?.context.sequence ?? 0
                if wanted != .onPlaylistItem {
                    await rig.wait { $0.name == wanted && $0.context.sequence > seen || $0.name == .onSetupError }
                }
                rig.player.release()
                await rig.player.released()
                #expect(try ProcessTable.sockets(toPort: rig.origin.port) == 0)
            }
            #expect(!rig.trace.contains(.onError) && !rig.trace.contains(.onSetupError))
            OrderRules.check(rig.trace.events)
        }
    }

    @Test("A player that is dropped while it plays leaves no socket")
    func dropped() async throws {
        let origin = try await LoopbackOrigin.start()
        let file = try await Samples.streams.url(of: Samples.mp4)
        origin.add("a.mp4", Array(try Data(contentsOf: file)))
        var configuration = PlayerConfiguration()
        configuration.buffering.forwardDuration = 1
        var player: Player? = Player(playerItem: PlayerItem(url: origin.url("a.mp4")), configuration: configuration)
        player?.play()
        if let events = player?.events { for await event in events where event.name == .onFirstFrame { break } }
        weak let gone = player
        player = nil
        #expect(gone == nil)
        try await eventually("its connections are closed") { try ProcessTable.sockets(toPort: origin.port) == 0 }
        await origin.stop()
    }

    @Test("Ten concurrent players each play their own item to the end")
    func many() async throws {
        try await RealRig.run { rig in
            let urls = [try await rig.serve(Samples.mp4, as: "mp4"), try await rig.serve(Samples.transportStream, as: "ts")]
            var configuration = PlayerConfiguration()
            configuration.pacing = .unpaced
            let players = (0..<10).map { _ in Player(configuration: configuration) }
            let traces = players.map { Trace($0) }
            let streams = players.map(\.events)
            for (index, player) in players.enumerated() {
                player.load(PlayerItem(url: urls[index % 2], title: "a"))
                player.play()
            }
            for stream in streams { for await event in stream where event.name == .onPlaylistComplete { break } }
            for (index, trace) in traces.enumerated() {
                OrderRules.check(trace.events)
                #expect(players[index].statistics.framesShown == [60, 90][index % 2])
                #expect(GoldenTrace.withoutWaits(trace.lines) == GoldenTrace.withoutWaits(traces[index % 2].lines))
            }
            for player in players {
                player.release()
                await player.released()
            }
        }
    }
}
