import PlayheadHLS
import TestSupport
import Testing

@testable import PlayheadEngine

@Suite("Timelines of renditions", .timeLimit(.minutes(5)))
struct FeedTimelineTests {
    /// Segments of 6 s with dates; the first one `date` minutes past twelve.
    private func text(_ sequence: Int, discontinuities: Int, count: Int, name: String, date: Int) -> [UInt8] {
        var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:\(sequence)\n"
        text += "#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuities)\n"
        for index in 0..<count {
            if index == 0 { text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T12:\(date < 10 ? "0" : "")\(date):00Z\n" }
            text += "#EXTINF:6,\n\(name)\(sequence + index).ts\n"
        }
        return Array(text.utf8)
    }

    private func feed(_ bytes: [UInt8]) throws -> FeedTimeline {
        FeedTimeline(live: try LivePlaylist(parsing: bytes, url: "https://origin.example/a.m3u8"))
    }

    private func number(_ timeline: FeedTimeline) throws -> Int {
        let last = try #require(timeline.playlist.segments.last)
        let cursor = SegmentCursor(sequence: last.mediaSequence, epoch: timeline.epoch)
        guard case .segment(let segment) = timeline.availability(at: cursor) else {
            Issue.record("nothing is there")
            return -1
        }
        #expect(timeline.discontinuity(at: cursor) == segment.discontinuity)
        return segment.discontinuity
    }

    @Test("After a restart of the origin renditions have the same discontinuities, whenever each was loaded before")
    func restart() throws {
        var leader = try feed(text(1000, discontinuities: 9, count: 10, name: "low", date: 30))
        // Last loaded when there were five discontinuities less.
        var other = try feed(text(500, discontinuities: 4, count: 10, name: "high", date: 1))
        let started = { (name: String) in text(0, discontinuities: 0, count: 3, name: name, date: 40) }
        #expect(try leader.live.update(started("new-low")).continuity == .restarted)
        leader.epoch += 1
        #expect(try other.live.update(started("new-high")).continuity == .restarted)
        other.epoch += 1
        #expect(try number(leader) == 10 && number(other) == 5)
        other.align(with: leader)
        #expect(try number(other) == 10 && other.firstDiscontinuity == 10)
        #expect(abs(other.end - leader.end) < 0.001)
    }

    /// A playlist with two segments, as only an app can create it: parsers limit the numbers.
    private func made(sequence: Int, discontinuities: Int) -> FeedTimeline {
        var playlist = MediaPlaylist(url: "https://origin.example/a.m3u8")
        playlist.targetDuration = 6
        playlist.mediaSequence = sequence
        for index in 0..<2 {
            var segment = MediaSegment(uri: "a\(index).ts", duration: 6)
            segment.mediaSequence = sequence.addingReportingOverflow(index).partialValue
            segment.discontinuitySequence = discontinuities
            segment.startTime = Double(index) * 6
            segment.bitrate = .max
            playlist.segments.append(segment)
        }
        return FeedTimeline(live: LivePlaylist(playlist))
    }

    @Test("The part that a list hints is not requested once the list is complete")
    func hintAtTheEnd() throws {
        func availability(_ end: String) throws -> FeedTimeline.Availability {
            let text = """
                #EXTM3U
                #EXT-X-TARGETDURATION:2
                #EXT-X-PART-INF:PART-TARGET=1
                #EXTINF:2,
                0.ts
                #EXT-X-PART:DURATION=1,URI="1.0.ts"
                #EXT-X-PRELOAD-HINT:TYPE=PART,URI="1.1.ts"
                \(end)

                """
            var timeline = try feed(Array(text.utf8))
            timeline.usesParts = true
            return timeline.availability(at: SegmentCursor(sequence: 1, part: 1))
        }
        if case .segment(let segment) = try availability("") { #expect(segment.isHinted) } else { Issue.record("nothing is hinted") }
        if case .ended = try availability("#EXT-X-ENDLIST") {} else { Issue.record("the list has not ended") }
    }

    @Test("Timelines with any sequence numbers can be aligned repeatedly and return segments")
    func hostileNumbers() {
        for sequence in HostileNumbers.integers {
            for discontinuities in HostileNumbers.integers {
                var one = made(sequence: sequence, discontinuities: discontinuities)
                var other = made(sequence: discontinuities, discontinuities: sequence)
                for shift in [.max, .min, discontinuities] {
                    one.discontinuityShift = shift
                    for _ in 0..<3 {
                        other.align(with: one)
                        one.align(with: other)
                    }
                }
                use(one)
                use(other)
            }
        }
    }

    private func use(_ timeline: FeedTimeline) {
        _ = timeline.firstDiscontinuity
        for time in [-1e308, 0, 7, 1e308] { _ = timeline.availability(at: timeline.cursor(at: time)) }
        for number in [Int.min, -1, 0, 1 << 62, .max - 1, .max] {
            let cursor = SegmentCursor(sequence: number)
            _ = timeline.availability(at: cursor)
            _ = timeline.discontinuity(at: cursor)
            _ = timeline.start(of: cursor)
            _ = timeline.earlier(than: cursor, at: 0)
            for (_, bytes) in timeline.upcoming(from: cursor, count: 2) { #expect(bytes == .max) }
        }
    }

    @Test("Without a restart the numbers are those of the playlists")
    func steady() throws {
        let leader = try feed(text(1000, discontinuities: 9, count: 10, name: "low", date: 30))
        var other = try feed(text(1002, discontinuities: 9, count: 10, name: "high", date: 30))
        other.align(with: leader)
        #expect(try number(other) == 9)
    }
}
