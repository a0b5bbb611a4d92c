import Foundation
import PlayheadCore
import PlayheadOrigin
import Testing

@testable import PlayheadEngine

/// A ladder of 90p, 180p and 360p, six segments of one second, and separate sound; the second rung is selected.
@Suite("Segments that are missing at the origin", .enabled(if: Samples.areThere), .timeLimit(.minutes(5)))
struct GapTests {
    private struct Outcome {
        var stamps: [Int?]
        var warnings: [PlaybackError]
        var requests: [String]
    }

    /// Plays the ladder to its end; the third segment is marked as missing in the rungs whose playlists satisfy `isHit`.
    private func play(gapIn isHit: (String) -> Bool) async throws -> Outcome {
        let file = try await Samples.url(.hlsSmallLadder)
        let folder = file.deletingLastPathComponent()
        let origin = try await LoopbackOrigin.start(root: folder)
        let names = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        for name in names where isHit(name) {
            var lines = try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n").map(String.init)
            let segments = lines.indices.filter { lines[$0].hasPrefix("#EXTINF") }
            lines.insert("#EXT-X-GAP", at: segments[2])
            origin.add(name, text: lines.joined(separator: "\n") + "\n")
        }
        let rig = EngineRig(origin.url(file.lastPathComponent)) { $0.initialLevel = 2 }
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        let outcome = Outcome(stamps: rig.screen.stamps, warnings: rig.warnings, requests: origin.requests.map(\.path))
        try await rig.close()
        await origin.stop()
        return outcome
    }

    @Test("A gap of one rung is loaded from another one; no frame is lost, and nothing is warned about")
    func oneRung() async throws {
        let outcome = try await play { $0.contains("180p") }
        #expect(outcome.stamps == Array(0..<180).map(Optional.some) && outcome.warnings.isEmpty)
        #expect(outcome.requests.contains { $0.contains("90p") && $0.hasSuffix(".m4s") })
    }

    @Test("A gap of all rungs is skipped, with one warning")
    func allRungs() async throws {
        let outcome = try await play { _ in true }
        #expect(outcome.warnings.map(\.kind) == [.segmentGap])
        let stamps = outcome.stamps.compactMap(\.self)
        #expect(stamps.contains(59) && stamps.contains(179) && !stamps.contains { (61..<89).contains($0) })
    }
}
