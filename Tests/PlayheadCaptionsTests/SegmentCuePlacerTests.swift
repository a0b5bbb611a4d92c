import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadCaptions

@Suite struct SegmentCuePlacerTests {
    private static let wrap = Double(1 << 33) / 90_000

    private func segment(_ map: String?, _ times: [(Double, Double)]) throws -> WebVTTFile {
        let header = map.map { "X-TIMESTAMP-MAP=\($0)\n" } ?? ""
        let cues = times.map { "\(WebVTTTimestamp.text($0.0)) --> \(WebVTTTimestamp.text($0.1))\ntext\n\n" }
        return try WebVTTParser.parse("WEBVTT\n\(header)\n\(cues.joined())")
    }

    @Test(
        "a map is parsed in either order, and an invalid one is not",
        arguments: [
            ("LOCAL:00:00:00.000,MPEGTS:900000", TimestampMap(local: 0, mpegTicks: 900_000)),
            ("MPEGTS:1, LOCAL:01:00.500", TimestampMap(local: 60.5, mpegTicks: 1)),
            ("MPEGTS:8589934592,LOCAL:00:00.000", TimestampMap(local: 0, mpegTicks: 0)), ("LOCAL:00:00:00.000", nil), ("MPEGTS:5", nil),
            ("LOCAL:0,MPEGTS:5", nil), ("LOCAL:00:00.000,MPEGTS:-5", nil), ("LOCAL:00:00.000,MPEGTS:99999999999999999999999", nil),
            ("", nil),
        ])
    func maps(value: String, map: TimestampMap?) { #expect(TimestampMap(value) == map) }

    @Test("the map and the stream's timestamps determine the time of a cue")
    func mapped() throws {
        var placer = SegmentCuePlacer()
        // The video's first timestamp is 10 s at the start of the presentation.
        let file = try segment("LOCAL:00:00:00.000,MPEGTS:900000", [(62, 64)])
        let cues = placer.cues(of: file, at: SegmentPlace(start: 60, duration: 6, timestampOffset: -10))
        #expect(cues.map(\.startTime) == [62] && cues.map(\.endTime) == [64])
    }

    @Test("cues are placed if an offset puts them into their segment, or if their times are not those of the stream")
    func placed() throws {
        let placer = SegmentCuePlacer()
        let file = try segment("LOCAL:00:00:00.000,MPEGTS:900000", [(62, 64)])
        #expect(placer.isPlaced(file, at: SegmentPlace(start: 60, duration: 6, timestampOffsets: [-100, -10])))
        #expect(!placer.isPlaced(file, at: SegmentPlace(start: 60, duration: 6, timestampOffsets: [-100])))
        #expect(placer.isPlaced(try segment(nil, [(1, 2)]), at: SegmentPlace(start: 60, duration: 6, timestampOffsets: [-100])))
    }

    @Test("a segment after a wrap of timestamps follows those before it")
    func wrapped() throws {
        var placer = SegmentCuePlacer()
        // The video's timestamps start 10 s before they wrap; the segment at 12 s has those of 2 s after it.
        let offset = -(Self.wrap - 10)
        let before = try segment("LOCAL:00:00:00.000,MPEGTS:\((1 << 33) - 900_000)", [(4, 5)])
        let after = try segment("LOCAL:00:00:12.000,MPEGTS:180000", [(13, 14)])
        let one = placer.cues(of: before, at: SegmentPlace(start: 0, duration: 6, timestampOffset: offset))
        let other = placer.cues(of: after, at: SegmentPlace(start: 12, duration: 6, timestampOffset: offset))
        #expect(abs(one[0].startTime - 4) < 1e-6)
        #expect(abs(other[0].startTime - 13) < 1e-6)
    }

    @Test("one map is valid for a stream of more than a day")
    func longStream() throws {
        var placer = SegmentCuePlacer()
        let start = 30 * 3600.0
        let file = try segment("LOCAL:00:00:00.000,MPEGTS:900000", [(start + 1, start + 2)])
        // The offset of the video's timestamps after one wrap.
        let cues = placer.cues(of: file, at: SegmentPlace(start: start, duration: 6, timestampOffset: -10 + Self.wrap))
        #expect(abs(cues[0].startTime - (start + 1)) < 1e-6)
    }

    @Test("without a map, cue time 0 is timestamp 0")
    func withoutMap() throws {
        var placer = SegmentCuePlacer()
        let cues = placer.cues(of: try segment(nil, [(11, 12)]), at: SegmentPlace(start: 0, duration: 6, timestampOffset: -10))
        #expect(cues[0].startTime == 1)
        #expect(placer.basisWithoutMap == .mpegTime)
    }

    @Test("without a map, if timestamp 0 puts cues outside of their segment, times are relative to the presentation's start")
    func presentationTimes() throws {
        var placer = SegmentCuePlacer()
        let cues = placer.cues(of: try segment(nil, [(61, 62)]), at: SegmentPlace(start: 60, duration: 6, timestampOffset: -1000))
        #expect(cues[0].startTime == 61)
        #expect(placer.basisWithoutMap == .presentation)
        // The next segment has the same origin, although its cues would fit another basis too.
        let next = placer.cues(of: try segment(nil, [(1070, 1072)]), at: SegmentPlace(start: 66, duration: 6, timestampOffset: -1000))
        #expect(next[0].startTime == 1070)
    }

    @Test("without a map, if that does not fit either, times are relative to the segment's start")
    func segmentTimes() throws {
        var placer = SegmentCuePlacer()
        let cues = placer.cues(of: try segment(nil, [(1, 2), (3, 4)]), at: SegmentPlace(start: 60, duration: 6, timestampOffset: nil))
        #expect(cues.map(\.startTime) == [61, 63])
        #expect(placer.basisWithoutMap == .segment)
    }

    @Test("with a map but no other rendition's timestamps, cues are in their segment")
    func unknownOffset() throws {
        var placer = SegmentCuePlacer()
        let file = try segment("LOCAL:00:00:00.000,MPEGTS:900000", [(1, 2)])
        let cues = placer.cues(of: file, at: SegmentPlace(start: 60, duration: 6, timestampOffset: nil))
        #expect(cues[0].startTime == 61)
    }

    @Test("of several offsets the first that puts the cues into their segment is used, with a map and without")
    func severalOffsets() throws {
        var placer = SegmentCuePlacer()
        let mapped = try segment("LOCAL:00:00:00.000,MPEGTS:9000000", [(1, 2)])
        let place = SegmentPlace(start: 0, duration: 6, timestampOffsets: [-488, -100])
        #expect(placer.cues(of: mapped, at: place).map(\.startTime) == [1])
        #expect(placer.cues(of: try segment(nil, [(101, 102)]), at: place).map(\.startTime) == [1])
        #expect(placer.basisWithoutMap == .mpegTime)
        let later = SegmentPlace(start: 12, duration: 6, timestampOffsets: [-488, -100])
        #expect(placer.cues(of: try segment(nil, [(501, 502)]), at: later).map(\.startTime) == [13])
    }

    @Test("a segment without cues does not determine the origin of times")
    func empty() throws {
        var placer = SegmentCuePlacer()
        #expect(placer.cues(of: try segment(nil, []), at: SegmentPlace(start: 0, duration: 6, timestampOffset: nil)).isEmpty)
        #expect(placer.basisWithoutMap == nil)
    }

    @Test("the offset presentation's cues are on its timeline", .enabled(if: Corpus.has("hls-shaka")))
    func corpus() throws {
        // Starts by EXTINF; the video's timestamps start at 0 with 140 s, and at 5.583 s with 3.083 s, after a discontinuity.
        let segments: [(String, SegmentPlace)] = [
            ("069", SegmentPlace(start: 0, duration: 2, timestampOffset: -140)),
            ("070", SegmentPlace(start: 2, duration: 2, timestampOffset: -140)),
            ("071", SegmentPlace(start: 4, duration: 0.917, timestampOffset: 2.5)),
            ("072", SegmentPlace(start: 4.917, duration: 2, timestampOffset: 2.5)),
            ("073", SegmentPlace(start: 6.917, duration: 2, timestampOffset: 2.5)),
        ]
        var placer = SegmentCuePlacer()
        var timeline = CueTimeline()
        for (name, place) in segments {
            let file = try WebVTTParser.parse(try Corpus.bytes("hls-shaka", "hls-text-offset/vtt-\(name).vtt"))
            timeline.insert(contentsOf: placer.cues(of: file, at: place))
        }
        #expect(timeline.cues.map(\.startTime) == [0, 2, 6])
        #expect(timeline.cues.map(\.endTime) == [2, 4, 8])
    }
}
