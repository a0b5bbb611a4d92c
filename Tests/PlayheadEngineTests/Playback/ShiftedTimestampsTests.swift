import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import Testing

/// Playlists whose segments or rungs have timestamps that are seconds away from where the playlist continues.
@Suite("Timestamps that contradict the playlist", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct ShiftedTimestampsTests {
    private func recipe(_ segments: HLSLayout.Segments, offset: Double = 0) -> SampleRecipe {
        SampleRecipe(.hls(HLSLayout(segments: segments, timestampOffset: offset)), duration: 6)
    }

    /// Serves a presentation and the files of another one in the folder `other`.
    private func serve(_ one: SampleRecipe, beside other: SampleRecipe) async throws -> LoopbackOrigin {
        let (origin, _) = try await Samples.serve(one)
        let folder = try await Samples.url(other).deletingLastPathComponent()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            origin.add("other/\(name)", [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
        }
        return origin
    }

    @Test(
        "A forward jump of all tracks without a mark loses no frame",
        arguments: [HLSLayout.Segments.transportStream, .fragmentedMP4], [1.9, 3, 9.5])
    func jumps(segments: HLSLayout.Segments, jump: Double) async throws {
        let base = recipe(segments)
        let origin = try await serve(base, beside: recipe(segments, offset: jump))
        let file = try await Samples.url(base)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let jumped = lines.map { line in ["2.", "3.", "4.", "5."].contains { line.contains("segment00\($0)") } ? "other/\(line)" : line }
        origin.add("jump.m3u8", text: jumped.joined(separator: "\n") + "\n")
        let rig = EngineRig(origin.url("jump.m3u8"))
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some) && rig.warnings.isEmpty)
        try await rig.close()
        await origin.stop()
    }

    @Test("A rung whose timestamps differ by seconds continues at the same frame", arguments: [0, 4, 6, 8, 13.0])
    func rungs(offset: Double) async throws {
        let base = recipe(.transportStream, offset: 5)
        let origin = try await serve(base, beside: recipe(.transportStream, offset: offset))
        let name = try await Samples.url(base).lastPathComponent
        origin.add(
            "two.m3u8",
            text: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100000\n\(name)\n#EXT-X-STREAM-INF:BANDWIDTH=200000\nother/\(name)\n")
        let rig = EngineRig(origin.url("two.m3u8")) { $0.initialLevel = 1 }
        _ = try await rig.open()
        try await rig.loaded(to: 5.8)
        for level in [2, 1] {
            let count = origin.requests.count
            rig.engine.send(.selectLevel(level))
            _ = try await origin.requests { requests in
                requests.dropFirst(count).contains { $0.path.hasPrefix("other/") == (level == 2) && $0.path.hasSuffix(".ts") }
            }
            try await rig.loaded(to: 5.8)
        }
        rig.start()
        #expect(abs(try await rig.ended() - 6) < 0.1)
        #expect(rig.screen.stamps == Array(0..<180).map(Optional.some))
        try await rig.close()
        await origin.stop()
    }
}
