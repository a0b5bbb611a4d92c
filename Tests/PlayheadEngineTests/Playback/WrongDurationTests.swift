import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadOrigin
import PlayheadSamples
import Testing

@Suite("Playlists with wrong durations", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct WrongDurationTests {
    private static let frame = 1.0 / 30

    /// Serves a presentation with all of its `EXTINF` multiplied by `factor`.
    private func serve(_ recipe: SampleRecipe, factor: Double) async throws -> (LoopbackOrigin, URL) {
        let (origin, url) = try await Samples.serve(recipe)
        let folder = try await Samples.url(recipe).deletingLastPathComponent()
        let files = FileManager.default.enumerator(atPath: folder.path)
        while let path = files?.nextObject() as? String {
            guard path.hasSuffix(".m3u8") else { continue }
            let lines = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8).split(separator: "\n").map { line in
                guard line.hasPrefix("#EXTINF:"), let value = Double(line.dropFirst(8).prefix { $0 != "," }) else { return String(line) }
                return "#EXTINF:\(value * factor),"
            }
            origin.add(path, text: lines.joined(separator: "\n"), type: "application/vnd.apple.mpegurl")
        }
        return (origin, url)
    }

    @Test("With an error of 10% all frames are played, and exact seeks find theirs", arguments: [0.9, 1.1])
    func seeks(factor: Double) async throws {
        for recipe in [SampleRecipe.hlsTransportStream, .hlsAlternateAudio] {
            let (origin, url) = try await serve(recipe, factor: factor)
            let rig = EngineRig(url) { configuration in
                configuration.forwardBuffer = 1
                configuration.backBuffer = 0
            }
            let description = try await rig.open()
            #expect(abs(description.duration - 6 * factor) < 0.1)
            try await rig.loaded()
            for (id, target) in [5.05, 0.3, 3.02, 4.97, 1.5, 2.1].enumerated() {
                try await rig.seek(id, to: target)
                let shown = try #require(rig.screen.shown.last)
                #expect(shown.time <= target + 0.001 && shown.time + Self.frame > target - 0.001, "\(target): \(shown.time)")
                #expect(abs(Double(shown.stamp ?? -1) * Self.frame - shown.time) < Self.frame, "\(target)")
            }
            try await rig.seek(100, to: 0)
            rig.screen.wipe()
            rig.start()
            try await rig.ended()
            let stamps = rig.screen.stamps
            #expect(stamps == Array((stamps.first ?? 0).map { $0..<180 } ?? 0..<0).map(Optional.some))
            try await rig.close()
            await origin.stop()
        }
    }

    @Test("With an error of 10% a level switch loses and repeats no frame", arguments: [0.9, 1.1])
    func switches(factor: Double) async throws {
        let (origin, url) = try await serve(.hlsSmallLadder, factor: factor)
        for (first, second) in [(1, 3), (3, 1)] {
            let rig = EngineRig(url) { $0.initialLevel = first }
            _ = try await rig.open()
            try await rig.loaded(to: min(5.8, 6 * factor - 0.1))
            // Everything is loaded: the cut is at the first key frame at or after 1 s.
            rig.engine.send(.selectLevel(second))
            let folder = second == 3 ? "video-360p/" : "video-90p/"
            _ = try await origin.requests { requests in requests.contains { $0.path.hasPrefix(folder) && $0.path.hasSuffix(".m3u8") } }
            rig.start()
            try await rig.ended()
            #expect(rig.screen.stamps == Array(0..<180).map(Optional.some), "\(first) to \(second)")
            try await rig.close()
        }
        await origin.stop()
    }
}
