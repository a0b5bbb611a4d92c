import Foundation
import PlayheadCore
import PlayheadEngine
import Testing

@Suite("Third-party presentations", .enabled(if: Corpora.areThere && Samples.areThere), .timeLimit(.minutes(5)))
struct CorpusTests {
    /// Compares the intervals between pictures.
    ///
    /// Where the raw times jump, as at the real discontinuity of hls-text-offset (there by more than a wrap of the 33-bit clock), the
    /// timeline advances by one picture: that interval is compared with the previous one.
    private func expectSameSteps(_ times: [Double], _ reference: [Double], _ path: String) {
        guard times.count == reference.count, times.count > 2 else { return }
        let jump = 1.0
        var last = reference[1] - reference[0]
        for index in 1..<times.count {
            let step = reference[index] - reference[index - 1]
            let isJump = step <= 0 || step > jump
            // Timestamps on both sides of a jump are rounded separately, and so are the durations in the playlist.
            let tolerance = isJump ? 0.1 : 0.000_025
            if !isJump { last = step }
            if abs(times[index] - times[index - 1] - last) >= tolerance { Issue.record("\(path): the step to picture \(index)") }
        }
    }

    @Test("Every complete presentation plays to its end, with the pictures and times of the reference")
    func complete() async throws {
        let presentations = try Corpora.complete()
        try #require(presentations.count > 5)
        // A multivariant playlist and its only media playlist have the same pictures: the first of them is sufficient.
        var seen: Set<String> = []
        for (path, url, truth) in presentations {
            let folder = url.deletingLastPathComponent().lastPathComponent
            guard seen.insert("\(folder) \(truth.pictures ?? 0) \(truth.hasSound)").inserted else { continue }
            let rig = EngineRig(url)
            let description = try await rig.open()
            rig.start()
            let duration = try await rig.ended()
            #expect(abs(duration - description.duration) < 1, "\(path)")
            let times = rig.screen.shown.map(\.time)
            if let pictures = truth.pictures { #expect(times.count == pictures, "\(path)") }
            if truth.hasSound { #expect(rig.engine.statistics.audioFrames > 0, "\(path)") }
            let reference = try await Reference(url).video
            expectSameSteps(times, reference, path)
            try await rig.close()
        }
    }
}
