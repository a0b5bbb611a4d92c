import Foundation
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import Synchronization
import TestSupport
import Testing

@testable import Playhead

/// The first picture is shown while the rest of the stream is still awaited.
@MainActor
@Suite("The first picture of a player", .timeLimit(.minutes(5)), .enabled(if: Samples.arePossible))
struct FirstPictureTests {
    private static let recipe = SampleRecipe(
        .hls(HLSLayout(segments: .fragmentedMP4, languages: ["en"])), duration: 2, width: 320, height: 180)

    /// Counts the pictures that are shown.
    private final class Pictures: VideoOutput {
        private let shown = Mutex(0)
        var count: Int { shown.withLock { $0 } }

        func present(_ picture: VideoPicture) { shown.withLock { $0 += 1 } }
        func clear() {}
    }

    /// Plays a stream whose sound the origin holds back until `condition` is true.
    /// - Returns: The number of pictures that were shown before onReady.
    private func play(_ pictures: Pictures, intended: Bool, releaseSound condition: @escaping @Sendable () -> Bool) async throws -> Int {
        var early = 0
        try await RealRig.run(.realTime) {
            $0.videoOutput = pictures
        } _: { rig in
            let url = try await rig.serve(Self.recipe, as: "stream")
            let path = "stream/audio-en/init.mp4"
            let folder = try await Samples.streams.url(of: Self.recipe).deletingLastPathComponent()
            let header = try Data(contentsOf: folder.appendingPathComponent("audio-en/init.mp4"))
            rig.origin.remove(path)
            rig.origin.add(PathPattern(path)) { _ in
                try await eventually("the sound is released") { condition() }
                return OriginResponse(body: Array(header), type: "audio/mp4")
            }
            let token = rig.player.onEvent { if $0.name == .onReady { early = pictures.count } }
            rig.player.load(PlayerItem(url: url))
            if intended { rig.player.play() }
            await rig.wait { $0.name == .onReady || $0.name == .onError || $0.name == .onSetupError }
            token.invalidate()
        }
        return early
    }

    @Test("It is shown before the sound of the stream has arrived, if playback is intended")
    func early() async throws {
        let pictures = Pictures()
        #expect(try await play(pictures, intended: true) { pictures.count > 0 } == 1)
    }

    @Test("It is shown once the item is open if playback is not intended, and so is that of the next item")
    func still() async throws {
        let pictures = Pictures()
        let events = try await RealRig.run(.realTime) {
            $0.videoOutput = pictures
        } _: { rig in
            let url = try await rig.serve(Self.recipe, as: "stream")
            rig.player.load([PlayerItem(url: url), PlayerItem(url: url)])
            await rig.wait(for: .onReady)
            try await eventually("the first picture is shown") { pictures.count == 1 }
            rig.player.next()
            try await eventually("the first picture of the next item is shown") { pictures.count == 2 }
            #expect(rig.player.currentIndex == 1 && rig.player.state == .ready)
        }
        #expect(!events.contains { $0.name == .onPlay || $0.name == .onFirstFrame })
    }

    @Test("It is not shown before onReady if playback is not intended")
    func paused() async throws {
        #expect(try await play(Pictures(), intended: false) { true } == 0)
    }
}
