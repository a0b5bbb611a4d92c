import Foundation
import TestSupport
import Testing

@testable import PlayheadDASH

/// Manifests of other projects, compared with what an independent parser found.
struct ManifestCorpusTests {
    private static let corpora = [
        "dash-livesim2", "dash-media3", "dash-shaka", "mpd-cml", "mpd-dashif", "mpd-eyevinn", "mpd-media3", "mpd-misc",
        "mpd-patch-livesim2",
        "mpd-videojs",
    ]
    private static let areThere = Corpus.has("mpd-eyevinn")

    private struct Segment: Decodable {
        var url: String
        var t: Int64?
        var d: Int64?
    }
    private struct Segments: Decodable {
        var timescale: Int64?
        var presentationTimeOffset: Int64?
        var count: Int?
        var first: Segment?
        var last: Segment?
    }
    private struct TrackTruth: Decodable {
        var id: String?
        var bandwidth: Int?
        var width: Int?
        var segments: Segments
    }
    private struct SetTruth: Decodable { var representations: [TrackTruth] }
    private struct PeriodTruth: Decodable {
        var start: Double?
        var duration: Double?
        var adaptationSets: [SetTruth]
    }
    private struct Truth: Decodable {
        var error: String?
        var periods: [PeriodTruth]?
    }

    @Test(.enabled(if: areThere), arguments: corpora) func agreesWithAnotherParser(corpus: String) throws {
        for path in Corpus.paths(corpus, ending: ".json") where path.hasPrefix("expected/mpd/") {
            let name = String(path.dropFirst("expected/mpd/".count).dropLast(".json".count))
            let bytes = try (try? Corpus.bytes(corpus, name + ".mpd")) ?? Corpus.bytes(corpus, name)
            let truth: Truth = try Corpus.decode(corpus, path)
            let manifest: Manifest
            do {
                manifest = try Manifest.parse(bytes, url: "http://a.example/x/")
            } catch {
                #expect(error.line != nil, "\(name): refused without a line")
                // Two have no period.
                #expect(truth.error != nil || truth.periods?.isEmpty != false, "\(name): \(error)")
                continue
            }
            #expect(truth.error == nil, "\(name) is refused by others: \(truth.error ?? "")")
            // What was left out has a warning.
            guard let periods = truth.periods, periods.count == manifest.periods.count else {
                #expect(!manifest.warnings.isEmpty, "\(name)")
                continue
            }
            for (period, known) in zip(manifest.periods, periods) { try compare(period, known, in: name, manifest) }
        }
    }

    private func compare(_ period: Period, _ truth: PeriodTruth, in name: String, _ manifest: Manifest) throws {
        #expect(abs(period.start - (truth.start ?? period.start)) < 0.001, "\(name)")
        let tracks = truth.adaptationSets.flatMap(\.representations)
        let found = period.adaptationSets.flatMap(\.representations)
        guard tracks.count == found.count else {
            #expect(!manifest.warnings.isEmpty, "\(name)")
            return
        }
        // An overlap of periods or entries is resolved, and has a warning; so has a table without a length.
        let isExact = manifest.warnings.isEmpty
        for (track, known) in zip(found, tracks) {
            #expect(track.id == known.id ?? track.id && track.bandwidth == known.bandwidth ?? track.bandwidth, "\(name)")
            #expect(track.width == known.width ?? track.width, "\(name)")
            let (table, segments) = (track.segments, known.segments)
            #expect(table.timescale == segments.timescale ?? 1, "\(name) \(track.id)")
            #expect(table.presentationTimeOffset == segments.presentationTimeOffset ?? 0, "\(name) \(track.id)")
            // The other parser lists at most this number, and nothing where a template has no duration.
            let limit = 200_000
            guard isExact, let count = segments.count, count > 0, count < limit else { continue }
            #expect(table.count == count, "\(name) \(track.id)")
            try compare(table, at: 0, segments.first, track)
            try compare(table, at: count - 1, segments.last, track)
        }
    }

    private func compare(_ table: SegmentTable, at index: Int, _ truth: Segment?, _ track: Representation) throws {
        guard let truth else { return }
        let segment = try #require(table.segment(at: index))
        let url = table.url(of: segment, in: track, base: track.baseURLs[0].url).url
        #expect(url.hasSuffix(truth.url) || url == URLText.resolve(truth.url, against: "http://a.example/x/"))
        #expect(segment.time == truth.t ?? segment.time && segment.duration == truth.d ?? segment.duration, "\(url)")
    }

    @Test(.enabled(if: areThere)) func appliesPatchOfLiveSimulator() throws {
        let corpus = "mpd-patch-livesim2"
        let before = try Manifest.parse(Corpus.bytes(corpus, "segtimeline_multiper_full_min.mpd"), url: "http://a.example/")
        let after = try Manifest.parse(Corpus.bytes(corpus, "segtimeline_multiper_after_full_min.mpd"), url: "http://a.example/")
        let patch = try ManifestPatch(Corpus.bytes(corpus, "segtimeline_multiper_patch_after_full_min.mpp"))
        let patched = try Manifest.parse(patch.applied(to: #require(before.document)), url: "http://a.example/")
        #expect(patched.publishTime == after.publishTime && patched.publishTime != before.publishTime)
        #expect(patched.periods.map(\.id) == after.periods.map(\.id))
        #expect(
            patched.periods.flatMap(\.adaptationSets).flatMap(\.representations).map(\.segments)
                == after.periods.flatMap(\.adaptationSets).flatMap(\.representations).map(\.segments))
    }
}
