import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import TestSupport
import Testing

/// Playback of an I-frame playlist alone. Samples have a key frame at each whole second, and 30 numbered frames per second.
@Suite("I-frame playlists", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct IFramePlaylistTests {
    private static let recipes: [SampleRecipe] = [.hlsTransportStream, .hlsFragmentedMP4, .hlsByteRanges, .hlsFragmentedMP4ByteRanges]

    /// Plays the I-frame playlist of a sample.
    private func withIFrames(of recipe: SampleRecipe, _ body: (EngineRig, LoopbackOrigin) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try IFramePresentation.make(of: try await Samples.url(recipe), in: folder)
        let origin = try await LoopbackOrigin.start(root: folder)
        let rig = EngineRig(origin.url("iframes.m3u8"))
        let opened = try await rig.open()
        #expect(opened.audioTracks.isEmpty)
        try await body(rig, origin)
        try await rig.close()
        await origin.stop()
    }

    @Test("Each picture is shown at its time, until the next", arguments: recipes)
    func whole(recipe: SampleRecipe) async throws {
        try await withIFrames(of: recipe) { rig, _ in
            rig.start()
            let end = try await rig.ended()
            #expect(abs(end - 6) < 0.2)
            #expect(rig.screen.stamps.compactMap(\.self) == (0..<6).map { $0 * 30 })
            for (second, picture) in rig.screen.shown.enumerated() { #expect(abs(picture.time - Double(second)) < 0.05) }
            #expect(abs(rig.engine.statistics.played - 6) < 0.2, "no picture is passed over")
            #expect(rig.warnings.isEmpty && !rig.waits.contains(.stalled))
        }
    }

    @Test("A seek shows the picture at its time", arguments: recipes, [SeekPrecision.exact, .keyFrame])
    func seeks(recipe: SampleRecipe, precision: SeekPrecision) async throws {
        try await withIFrames(of: recipe) { rig, _ in
            for (id, target) in [3.5, 1.2, 5.9, 0.4].enumerated() {
                try await rig.seek(id, to: target, precision)
                #expect(rig.screen.shown.last?.stamp == Int(saturating: target, rounding: .towardZero) * 30)
            }
        }
    }

    @Test("A missing picture is skipped, and the rest is shown")
    func missing() async throws {
        try await withIFrames(of: .hlsTransportStream) { rig, origin in
            origin.addFault(Fault(path: "segment003.ts", kind: .status(404)))
            rig.start()
            try await rig.ended()
            #expect(rig.screen.stamps.compactMap(\.self) == [0, 1, 2, 4, 5].map { $0 * 30 } || rig.screen.stamps.count == 6)
        }
    }
}
