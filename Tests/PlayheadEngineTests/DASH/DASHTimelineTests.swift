import PlayheadDASH
import Testing

@testable import PlayheadEngine

@Suite("The segments of a DASH track in all periods")
struct DASHTimelineTests {
    /// Returns the timeline of periods of 10 s with these attributes of templates.
    private func timeline(_ templates: [String], dynamic: Bool = false) throws -> DASHTimeline {
        let periods = templates.enumerated().map { index, template in
            """
            <Period start="PT\(index * 10)S"><AdaptationSet contentType="video"><Representation id="v" bandwidth="1" mimeType="video/mp4">
            <SegmentTemplate media="\(index)-$Number$-$Time$" \(template)</Representation></AdaptationSet></Period>
            """
        }
        let end = dynamic ? "" : " mediaPresentationDuration=\"PT\(templates.count * 10)S\""
        let text = "<MPD type=\"\(dynamic ? "dynamic" : "static")\"\(end)>\(periods.joined())</MPD>"
        let manifest = try Manifest.parse(Array(text.utf8), url: "http://a.test/")
        var timeline = DASHTimeline()
        timeline.isComplete = !dynamic
        for (index, period) in manifest.periods.enumerated() {
            let track = try #require(period.adaptationSets.first?.representations.first)
            timeline.parts.append(
                DASHTimeline.Part(
                    number: index, start: period.start, end: period.duration.map { period.start + $0 },
                    isLast: index == manifest.periods.count - 1, representation: track, table: track.segments, base: "http://a.test/"))
        }
        return timeline
    }

    /// Returns the names of the segments from a time on, up to the end.
    private func names(_ timeline: DASHTimeline, from time: Double) -> [String] {
        var (names, cursor) = ([String](), timeline.cursor(at: time))
        while names.count < 100, case .segment(let segment) = timeline.availability(at: cursor) {
            #expect(segment.cursor == cursor && segment.next.sequence > cursor.sequence)
            names.append(String(segment.url.split(separator: "/").last ?? ""))
            cursor = segment.next
        }
        return names
    }

    @Test("Segments follow each other across periods, also if the last one is cut, or a period lacks a start")
    func periods() throws {
        let found = try timeline([
            "duration=\"4\"/>",
            "timescale=\"10\" presentationTimeOffset=\"35\"><SegmentTimeline><S t=\"0\" d=\"50\" r=\"2\"/></SegmentTimeline></SegmentTemplate>",
        ])
        #expect(names(found, from: 0) == ["0-1-0", "0-2-4", "0-3-8", "1-1-0", "1-2-50", "1-3-100"])
        #expect(names(found, from: 9.9) == ["0-3-8", "1-1-0", "1-2-50", "1-3-100"])
        #expect(names(found, from: 100) == ["1-3-100"])
        let last = try #require(found.segment(containing: 9))
        #expect(last.start == 8 && last.end == 10 && last.placement?.visibleUntil == 10 && last.discontinuity == 0)
        let first = try #require(found.segment(containing: 10))
        #expect(first.start == 10 && first.end == 11.5 && first.placement?.visibleFrom == 10 && first.placement?.offset == 6.5)
        #expect(found.remaining(from: found.cursor(at: 0)) == 6 && found.remaining(from: found.cursor(at: 12)) == 2)
        #expect(found.earlier(than: first.cursor, at: 9)?.sequence == 8_000_000)
        #expect(found.upcoming(from: found.cursor(at: 4), count: 9).map(\.duration) == [4, 2, 1.5, 5, 3.5])
    }

    @Test(
        "The last period is cut at its end if its segments are longer, but not by the rounding of the end",
        arguments: [
            ("timescale=\"10\"><SegmentTimeline><S d=\"40\" r=\"2\"/></SegmentTimeline></SegmentTemplate>", 10.0),
            ("timescale=\"10\"><SegmentTimeline><S d=\"20\" r=\"3\"/><S d=\"24\"/></SegmentTimeline></SegmentTemplate>", 10.5),
            ("timescale=\"10\"><SegmentTimeline><S d=\"20\" r=\"-1\"/></SegmentTimeline></SegmentTemplate>", 10.5),
            ("duration=\"4\"/>", 10.5),
        ])
    func end(template: String, visibleUntil: Double) throws {
        let last = try #require(try timeline([template]).segment(containing: 9))
        #expect(last.end == 10 && last.placement?.visibleUntil == visibleUntil)
    }

    @Test("Live segments are available by the clock, and leave the window")
    func live() throws {
        var found = try timeline(["duration=\"2\"/>"], dynamic: true)
        found.now = 7
        found.windowStart = 3
        #expect(found.end == 6 && found.beginning == 3 && names(found, from: 0) == ["0-2-2", "0-3-4"])
        guard case .segment(let expired) = found.availability(at: SegmentCursor(sequence: 0)) else {
            Issue.record("The first segment of the window replaces those before.")
            return
        }
        #expect(expired.start == 2)
        guard case .later(let time) = found.availability(at: SegmentCursor(sequence: 6_000_000)) else {
            Issue.record("The segment ends in the future.")
            return
        }
        #expect(time == 8 && found.isNewest(expired.next) && found.cursor(at: 6.5).sequence == 6_000_000)
    }

    @Test("A segment that begins a little later than the previous one ended is found, and none is found twice")
    func gap() throws {
        let before = try timeline(
            ["timescale=\"1000\"><SegmentTimeline><S t=\"0\" d=\"2000\"/></SegmentTimeline></SegmentTemplate>"], dynamic: true)
        let after = try timeline(
            ["timescale=\"1000\"><SegmentTimeline><S t=\"0\" d=\"2000\"/><S t=\"2100\" d=\"1900\"/></SegmentTimeline></SegmentTemplate>"],
            dynamic: true)
        guard case .segment(let first) = before.availability(at: before.cursor(at: 0)) else {
            Issue.record("The segment is listed.")
            return
        }
        if case .segment = before.availability(at: first.next) { Issue.record("Nothing is listed yet.") }
        guard case .segment(let second) = after.availability(at: first.next) else {
            Issue.record("The segment is listed.")
            return
        }
        #expect(second.start == 2.1 && second.cursor == first.next)
    }

    @Test(
        "Tables of any numbers end",
        arguments: [
            "duration=\"1\" timescale=\"4294967295\"/>", "duration=\"4611686018427387903\"/>",
            "timescale=\"4294967295\"><SegmentTimeline><S t=\"0\" d=\"1\" r=\"9223372036854775807\"/></SegmentTimeline></SegmentTemplate>",
        ])
    func hostile(template: String) throws {
        let found = try timeline([template, template])
        #expect(!names(found, from: 5).isEmpty && found.end >= 0 && found.targetDuration >= 0)
        #expect(found.upcoming(from: found.cursor(at: 0), count: .max).count <= 1024)
    }
}
