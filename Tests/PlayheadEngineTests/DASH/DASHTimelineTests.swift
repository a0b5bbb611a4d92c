import PlayheadDASH
import PlayheadTransport
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
        "Before a later period half a picture and the sound that decoders need are kept, and no captions",
        arguments: [(.video, 9.98), (.muxed, 9.98), (.captions, 10), (.audio, -.infinity)] as [(MediaContent, Double)])
    func beginning(content: MediaContent, visibleFrom: Double) throws {
        var found = try timeline(["duration=\"4\"/>", "duration=\"4\" presentationTimeOffset=\"3\"/>"])
        found.content = content
        found.parts[1].representation.frameRate = 25
        #expect(found.segment(containing: 0)?.placement?.visibleFrom == -Double.infinity)
        #expect(found.segment(containing: 10)?.placement?.visibleFrom == visibleFrom)
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

    /// Returns the end of a template with segments of 2 s.
    private func listed(_ count: Int, offset: String = "0") -> String {
        "availabilityTimeOffset=\"\(offset)\"><SegmentTimeline><S t=\"0\" d=\"2\" r=\"\(count - 1)\"/></SegmentTimeline></SegmentTemplate>"
    }

    @Test("Segments of an open period have indices within limits, also if it began a century ago")
    func longAgo() throws {
        var found = try timeline(["duration=\"1\" timescale=\"4294967295\"/>"], dynamic: true)
        found.now = 4e9
        found.windowStart = 4e9 - 30
        #expect(found.end > 0 && found.beginning > 0 && names(found, from: 4e9).count <= 100)
    }

    @Test("A seek beyond the end finds the last segment of the period, also if many are listed behind it", .timeLimit(.minutes(1)))
    func manySegments() throws {
        let found = try timeline([listed(40_000_000_000_000)])
        #expect(found.cursor(at: 100).sequence == 8_000_000)
    }

    @Test("A window that is longer than the presentation begins with the period, not with the media before it", .timeLimit(.minutes(1)))
    func longWindow() throws {
        let runs = "<SegmentTimeline><S t=\"0\" d=\"1\" r=\"-1\"/></SegmentTimeline></SegmentTemplate>"
        var found = try timeline(["timescale=\"1000\" presentationTimeOffset=\"1000000000000\">\(runs)"], dynamic: true)
        found.now = 7
        found.windowStart = -100
        #expect(found.beginning == 0 && found.end == 7 && found.cursor(at: -100).sequence == 0)
    }

    @Test("Segments that are listed ahead of the clock are available by the clock, in each period", arguments: [("0", 6.0), ("1.5", 8)])
    func listedAhead(offset: String, end: Double) throws {
        var found = try timeline([listed(5, offset: offset), listed(5, offset: offset)], dynamic: true)
        found.now = 7
        #expect(found.end == end && names(found, from: 0).count == Int(saturating: end / 2))
        guard case .later(let time) = found.availability(at: SegmentCursor(sequence: DASHTimeline.ticks(end))) else {
            Issue.record("The segment ends in the future.")
            return
        }
        #expect(time == end + 2 - (offset == "0" ? 0 : 1.5))
        found.now = 13
        #expect(found.end == 12 + (offset == "0" ? 0 : 2) && names(found, from: 0).count == Int(saturating: found.end / 2))
    }

    @Test(
        "An infinite availability time offset has no effect on the segments of an open period",
        arguments: [nil, "duration=\"2\" availabilityTimeOffset=\"INF\"/>"] as [String?])
    func infiniteOffset(template: String?) throws {
        // A repetition of -1 goes to the end of the period.
        var found = try timeline([template ?? listed(0, offset: "INF")], dynamic: true)
        found.now = 7
        let next = SegmentCursor(sequence: 6_000_000)
        #expect(found.end == 6 && found.availableTime(of: next) == 8)
        guard case .later(let time) = found.availability(at: next) else {
            Issue.record("The segment ends in the future.")
            return
        }
        #expect(time == 8)
    }

    @Test("Listed segments with an infinite availability time offset are available at once")
    func infiniteOffsetOfList() throws {
        var found = try timeline([listed(10, offset: "INF")], dynamic: true)
        found.now = 7
        #expect(found.end == 20 && names(found, from: 0).count == 10)
    }
}
