import PlayheadAds
import PlayheadCore
import Testing

@Suite("The content and its breaks on one timeline")
struct IntegratedTimelineTests {
    private typealias Placed = IntegratedTimeline.PlacedBreak

    private func adBreak(
        _ id: String, _ offset: AdBreakOffset = .midRoll(.seconds(0)), _ resumption: AdBreak.Resumption = .whereLeft, isRange: Bool = true
    ) -> AdBreak {
        var adBreak = AdBreak(id: id, offset: offset, tags: [])
        (adBreak.resumption, adBreak.occupiesRange) = (resumption, isRange)
        return adBreak
    }

    private func timeline(
        _ breaks: [Placed], at position: Double = 0, hasStarted: Bool = true, content: TimeRange = TimeRange(start: 0, end: 60)
    ) -> IntegratedTimeline {
        IntegratedTimeline(content: content, position: position, hasStarted: hasStarted, breaks: breaks)
    }

    /// The segments as `break start-end content start-end`.
    private func text(_ timeline: IntegratedTimeline) -> [String] {
        timeline.segments.map { segment in
            func range(_ range: TimeRange) -> String { "\(range.start)-\(range.end)" }
            return "\(segment.adBreak?.id ?? "content") \(range(segment.range)) of \(range(segment.content))"
        }
    }

    @Test("Content without breaks is one segment")
    func content() {
        let timeline = timeline([], at: 12)
        #expect(text(timeline) == ["content 0.0-60.0 of 0.0-60.0"])
        #expect(timeline.position == 12 && timeline.currentIndex == 0 && timeline.duration == 60)
    }

    @Test("Breaks that occupy a range prolong the timeline, others are points, and replaced content has no time")
    func occupancy() {
        let breaks = [
            Placed(adBreak("pre", .preRoll), at: 0, duration: 15),
            Placed(adBreak("inserted"), at: 20, duration: 10),
            Placed(adBreak("point", .midRoll(.seconds(0)), .whereLeft, isRange: false), at: 30, duration: 10),
            Placed(adBreak("replaces", .midRoll(.seconds(0)), .after(8)), at: 40, duration: 5),
            Placed(adBreak("inside"), at: 44, duration: 5),
            Placed(adBreak("unknown", .midRoll(.seconds(0)), .elapsed), at: 50, duration: nil),
            Placed(adBreak("post", .postRoll), at: .infinity, duration: 6),
        ]
        let timeline = timeline(breaks, at: 45)
        #expect(
            text(timeline) == [
                "pre 0.0-15.0 of 0.0-0.0", "content 15.0-35.0 of 0.0-20.0", "inserted 35.0-45.0 of 20.0-20.0",
                "content 45.0-55.0 of 20.0-30.0", "point 55.0-55.0 of 30.0-30.0", "content 55.0-65.0 of 30.0-40.0",
                "replaces 65.0-70.0 of 40.0-48.0", "content 70.0-72.0 of 48.0-50.0", "unknown 72.0-72.0 of 50.0-50.0",
                "content 72.0-82.0 of 50.0-60.0", "post 82.0-88.0 of 60.0-60.0",
            ])
        // The replaced content is at the end of its break.
        #expect(timeline.position == 70 && timeline.duration == 88)
    }

    @Test("The playhead moves during a break that has a duration, and stands before the breaks that come first")
    func playhead() {
        let pre = adBreak("pre", .preRoll)
        #expect(timeline([Placed(pre, at: 0, duration: 15)], hasStarted: false).position == 0)
        #expect(timeline([Placed(pre, at: 0, duration: 15, elapsed: 4)]).position == 4)
        #expect(timeline([Placed(pre, at: 0, duration: 15, elapsed: 40)]).position == 15)
        #expect(timeline([Placed(pre, at: 0, duration: 15)]).position == 15)
        let mid = timeline([Placed(adBreak("mid"), at: 20, duration: 10, elapsed: 3)], at: 20)
        #expect(mid.position == 23 && mid.currentIndex == 1)
        let point = timeline([Placed(adBreak("mid", isRange: false), at: 20, duration: 10, elapsed: 3)], at: 20)
        #expect(point.position == 20 && point.currentIndex == 1)
    }

    @Test("Times and positions of content are converted, also outside of the timeline")
    func conversion() {
        let timeline = timeline([
            Placed(adBreak("inserted"), at: 20, duration: 10),
            Placed(adBreak("replaces", .midRoll(.seconds(0)), .after(8)), at: 40, duration: 5),
        ])
        for (time, position) in [
            (-5.0, 0.0), (0, 0), (12, 12), (20, 20), (25, 20), (30, 20), (49, 39), (52, 40), (55, 48), (67, 60), (900, 60),
        ] {
            #expect(timeline.contentPosition(at: time) == position)
        }
        for (position, time) in [(-5.0, 0.0), (0, 0), (12, 12), (20, 30), (39, 49), (40, 55), (44, 55), (48, 55), (60, 67), (900, 67)] {
            #expect(timeline.time(ofContentAt: position) == time)
        }
    }

    @Test("In a window, the timeline begins with it, and breaks before it are absent")
    func window() {
        let breaks = [Placed(adBreak("past"), at: -70, duration: 10), Placed(adBreak("mid"), at: -20, duration: 10)]
        let timeline = timeline(breaks, at: -10, content: TimeRange(start: -60, end: 0))
        #expect(text(timeline) == ["content 0.0-40.0 of -60.0--20.0", "mid 40.0-50.0 of -20.0--20.0", "content 50.0-70.0 of -20.0-0.0"])
        #expect(timeline.position == 60)
    }

    @Test("Breaks at one position follow each other, and only those in the content replace any of it")
    func together() {
        let breaks = [
            Placed(adBreak("pre", .preRoll, .elapsed), at: 0, duration: 5),
            Placed(adBreak("a", .midRoll(.seconds(0)), .elapsed), at: 20, duration: 2),
            Placed(adBreak("b", .midRoll(.seconds(0)), .elapsed), at: 20, duration: 3),
        ]
        #expect(
            text(timeline(breaks)) == [
                "pre 0.0-5.0 of 0.0-0.0", "content 5.0-25.0 of 0.0-20.0", "a 25.0-27.0 of 20.0-22.0", "b 27.0-30.0 of 22.0-25.0",
                "content 30.0-65.0 of 25.0-60.0",
            ])
    }

    @Test("The content that several breaks at one position replace adds up")
    func offsetsTogether() {
        let breaks = ["a", "b"].map { Placed(adBreak($0, .midRoll(.seconds(0)), .after(2)), at: 20, duration: 5) }
        #expect(
            text(timeline(breaks)) == [
                "content 0.0-20.0 of 0.0-20.0", "a 20.0-25.0 of 20.0-22.0", "b 25.0-30.0 of 22.0-24.0", "content 30.0-66.0 of 24.0-60.0",
            ])
    }

    @Test("A break slightly before the place where another one ends follows it, one further before is never reached")
    func succession() {
        let first = Placed(adBreak("a", .midRoll(.seconds(0)), .after(2.05)), at: 20, duration: 2)
        let last = adBreak("b", .midRoll(.seconds(0)))
        #expect(timeline([first, Placed(last, at: 22, duration: 2)]).segments.map { $0.adBreak?.id } == [nil, "a", "b", nil])
        #expect(timeline([first, Placed(last, at: 21, duration: 2)]).segments.map { $0.adBreak?.id } == [nil, "a", nil])
    }

    @Test("The current break stays when the window has moved over its place")
    func behindWindow() {
        let timeline = timeline(
            [Placed(adBreak("mid", isRange: false), at: -61, duration: 10, elapsed: 3)], at: -61, content: TimeRange(start: -60, end: 0))
        #expect(timeline.currentIndex == 0 && timeline.segments.first?.adBreak?.id == "mid" && timeline.position == 0)
    }

    @Test("Nothing has no segments")
    func empty() {
        let timeline = timeline([], content: TimeRange(start: 0, end: 0))
        #expect(timeline.segments.isEmpty && timeline.currentIndex == nil && timeline.duration == 0)
        #expect(timeline.index(at: 3) == nil && timeline.contentPosition(at: 3) == 0 && timeline.time(ofContentAt: 3) == 0)
    }
}
