import Foundation
import PlayheadDASH
import PlayheadOrigin
import PlayheadSamples
import Testing

@testable import PlayheadEngine

@Suite("Patches of the origin", .enabled(if: Samples.areThere))
struct BroadcastPatchTests {
    /// Returns the bytes of a manifest or patch.
    private func bytes(_ broadcast: LiveBroadcast, _ path: String, _ query: String? = nil, at time: Double) throws -> [UInt8] {
        switch broadcast.presentation.answer(to: LiveRequest(path: path, query: query), at: time) {
        case .manifest(let text), .patch(let text): return Array(text.utf8)
        case let other:
            Issue.record("\(other)")
            return []
        }
    }

    @Test(
        "A patched manifest is the whole manifest of the same time, over periods, restarts and the end",
        arguments: [(false, false), (true, false), (true, true), (false, true)])
    func equality(isContinuous: Bool, isLowLatency: Bool) async throws {
        let options = LiveOptions(
            window: .segments(4), initialDuration: 6, endsAfter: 24, startDate: 1_700_000_000.1234, isContinuous: isContinuous,
            parts: isLowLatency ? .resources : nil, hasManifest: true, hasPatches: true)
        let broadcast = try LiveBroadcast(
            of: try await Samples.url(.hlsLowLatency), options: options, faults: [LiveFault(.restart, at: 11)], isKept: true)
        let url = "http://a.test/main.mpd"
        var known = try Manifest.parse(bytes(broadcast, "main.mpd", at: 0), url: url)
        var updates = 0
        for step in 1...280 {
            // Steps that segments do not end at.
            let time = Double(step) * 0.0917
            guard let patch = known.patchLocations.first.flatMap({ URLComponents(string: $0.url) }) else { break }
            let document = try #require(known.document)
            let patched = try ManifestPatch(bytes(broadcast, "main.mpp", patch.query, at: time)).applied(to: document)
            let whole = try Manifest.parse(bytes(broadcast, "main.mpd", at: time), url: url)
            let result = try Manifest.parse(patched, url: url)
            #expect(description(result) == description(whole), "at \(time)")
            if result.publishTimeText != known.publishTimeText { updates += 1 }
            known = result
        }
        #expect(updates > 10 && known.duration != nil && known.minimumUpdatePeriod == nil)
    }

    private func description(_ manifest: Manifest) -> String {
        var manifest = manifest
        manifest.document = nil
        // Lines differ.
        return "\(manifest)".replacing(/line: [0-9]+/, with: "")
    }
}
