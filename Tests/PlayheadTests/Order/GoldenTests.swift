import Foundation
import Playhead
import PlayheadSamples
import Testing

/// Traces of complete playbacks, committed as text.
@MainActor
@Suite("Traces of complete playbacks", .tags(.realTime), .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct GoldenTests {
    @Test(
        "are the same each time",
        arguments: [
            ("mp4", Samples.mp4), ("hls-ts", Samples.transportStream), ("hls-fmp4-alternate-audio", Samples.alternateAudio),
            ("hls-packed-audio", Samples.packedAudio),
        ])
    func presentations(name: String, recipe: SampleRecipe) async throws {
        try await RealRig.run { rig in
            rig.player.load(try await rig.item(recipe, name))
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            rig.player.release()
            try GoldenTrace.compare(rig.trace, with: name)
        }
    }

    @Test("A list of three with a broken second ends at the error")
    func brokenSecond() async throws {
        try await RealRig.run { rig in
            let first = try await rig.item(Samples.mp4, "first")
            let third = try await rig.item(Samples.transportStream, "third")
            rig.player.load([first, PlayerItem(url: rig.origin.url("nothing.mp4"), title: "second"), third])
            rig.player.play()
            await rig.wait(for: .onError)
            rig.player.play()
            #expect(rig.player.items.map(\.status) == [.readyToPlay, .failed, .unknown])
            rig.player.release()
            try GoldenTrace.compare(rig.trace, with: "broken-second")
        }
    }

    @Test("A burst of seeks")
    func seekBurst() async throws {
        try await RealRig.run(.realTime) { rig in
            rig.player.load(try await rig.item(Samples.mp4, "a"))
            // All data is loaded, so that no seek has to wait.
            await rig.wait { ($0 as? BufferChangeEvent)?.ranges.last.map { $0.end > 1.9 } == true }
            rig.player.play()
            await rig.wait { $0.name == .onTime }
            for index in 1...10 { rig.player.seek(to: Double(index) * 0.18) }
            await rig.wait(for: .onPlaylistComplete)
            rig.player.release()
            try GoldenTrace.compare(rig.trace, with: "seek-burst")
        }
    }

    @Test("Stop in the middle, and play again to the end")
    func stopAndReplay() async throws {
        try await RealRig.run { rig in
            rig.player.load(try await rig.item(Samples.transportStream, "a"))
            let stopping = rig.player.onEvent { event in
                if let time = event as? TimeEvent, time.position > 0.5 { rig.player.stop() }
            }
            rig.player.play()
            await rig.wait(for: .onIdle)
            stopping.invalidate()
            rig.player.play()
            await rig.wait(for: .onPlaylistComplete)
            rig.player.play()
            await rig.wait { $0.name == .onPlaylistComplete && rig.trace.names.count { $0 == .onPlaylistComplete } == 2 }
            rig.player.release()
            try GoldenTrace.compare(rig.trace, with: "stop-and-replay")
        }
    }
}
