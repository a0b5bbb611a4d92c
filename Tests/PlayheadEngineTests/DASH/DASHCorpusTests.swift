import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadEngine

/// Presentations of other projects, with the counts that ffprobe found.
@Suite("DASH of other projects", .timeLimit(.minutes(10)))
struct DASHCorpusTests {
    private struct Truth: Decodable {
        struct Stream: Decodable {
            var codec_type: String
            var packets: Int
            /// The packets before the end of the period; `nil` for presentations that are live, or of which segments are absent.
            var packetsInPeriod: Int?
            var samples: Int?
        }
        struct Track: Decodable { var streams: [Stream]? }
        struct Part: Decodable {
            var representations: [Track]

            /// Returns the first stream of a kind.
            func stream(_ type: String) -> Stream? {
                representations.flatMap { $0.streams ?? [] }.first { $0.codec_type == type }
            }
        }
        var file: String
        var periods: [Part]

        var isComplete: Bool {
            periods.allSatisfy { ($0.stream("video") ?? $0.stream("audio"))?.packetsInPeriod != nil }
        }

        /// The number of pictures: without edit lists some are late, and those behind the end of the last period may be shown.
        var pictures: ClosedRange<Int> {
            let streams = periods.compactMap { $0.stream("video") }
            let inPeriods = streams.reduce(0) { $0 + ($1.packetsInPeriod ?? 0) }
            let all = streams.reduce(0) { $0 + $1.packets }
            return inPeriods...all
        }

        /// The number of samples per channel; 0 without a decoder.
        var samples: Int { periods.reduce(0) { $0 + ($1.stream("audio")?.samples ?? 0) } }
    }

    @Test(
        "Every complete presentation plays to its end, with the pictures and the sound of its ground truth",
        .enabled(if: Samples.areThere && Corpus.has("dash-livesim2")), arguments: ["dash-livesim2", "dash-media3", "dash-shaka"])
    func complete(corpus: String) async throws {
        let prefix = "expected/media/"
        var count = 0
        for path in Corpus.paths(corpus, ending: ".json") where path.hasPrefix(prefix) {
            let truth: Truth = try Corpus.decode(corpus, path)
            guard truth.isComplete else { continue }
            let folder = path.dropFirst(prefix.count).split(separator: "/").dropLast().joined(separator: "/")
            let rig = EngineRig(Corpus.url(corpus, "\(folder)/\(truth.file)"))
            _ = try await rig.open()
            rig.start()
            try await rig.ended()
            #expect(truth.pictures.contains(rig.screen.shown.count), "\(path): \(rig.screen.shown.count)")
            // A block of sound that the end of the period cuts is not complete.
            let block = 2048
            let samples = rig.engine.statistics.audioFrames
            #expect(abs(samples - truth.samples) <= block, "\(path): \(samples)")
            try await rig.close()
            count += 1
        }
        #expect(count > 5)
    }

    @Test(
        "Protected presentations play with the license that their manifest names, and are refused without one",
        .enabled(if: PackagedTrack.isThere),
        arguments: ["dash-cenc", "dash-cenc-ondemand", "dash-cenc-rotation", "dash-cbc1", "dash-cbcs-clearlead"])
    func protected(variant: String) async throws {
        struct Source: Decodable { var source: String }
        let corpus = "clearkey-packager"
        let source: Source = try Corpus.decode(corpus, "expected/\(variant).json")
        let pictures = try #require(["ads/train_ad": 300, "testpic_8s": 240][source.source])
        let rig = EngineRig(Corpus.url(corpus, "\(variant)/manifest-clearkey.mpd"))
        _ = try await rig.open()
        rig.start()
        try await rig.ended()
        #expect(rig.screen.shown.count == pictures && rig.engine.statistics.audioFrames > 380_000 && rig.warnings.isEmpty)
        try await rig.close()
        let refused = EngineRig(Corpus.url(corpus, "\(variant)/manifest.mpd"))
        #expect(try await refused.openingFailure().kind == .protectedContent)
        try await refused.close()
    }
}
