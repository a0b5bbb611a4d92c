import PlayheadCore
import TestSupport
import Testing

@testable import PlayheadCaptions

@Suite struct CueTimelineTests {
    private func cue(_ text: String, _ start: Double, _ end: Double) -> CaptionCue {
        CaptionCue(startTime: start, endTime: end, text: text)
    }

    private func timeline(_ cues: CaptionCue...) -> CueTimeline {
        var timeline = CueTimeline()
        for cue in cues { timeline.insert(cue) }
        return timeline
    }

    @Test("a cue is shown from its start, inclusive, to its end, exclusive")
    func boundaries() {
        let timeline = timeline(cue("a", 1, 2), cue("b", 2, 3))
        #expect(timeline.active(at: 0.999).isEmpty)
        #expect(timeline.active(at: 1).map(\.text) == ["a"])
        #expect(timeline.active(at: 2.0.nextDown).map(\.text) == ["a"])
        #expect(timeline.active(at: 2).map(\.text) == ["b"])
        #expect(timeline.active(at: 3).isEmpty)
    }

    @Test("cues are in WebVTT's order: earlier starts, then later ends, then the order of insertion")
    func order() {
        let timeline = timeline(cue("d", 2, 9), cue("b", 1, 5), cue("c", 1, 5), cue("a", 1, 9))
        #expect(timeline.active(at: 3).map(\.text) == ["a", "b", "c", "d"])
    }

    @Test("the number of visible cues and the length of their text are limited to the first ones")
    func limits() {
        var many = CueTimeline()
        many.insert(contentsOf: (0..<2000).map { cue("\($0)", Double($0) / 1000, 60) })
        #expect(many.active(at: 10).map(\.text) == (0..<CueTimeline.maximumActive).map { "\($0)" })
        var long = CueTimeline()
        let text = String(repeating: "a", count: CueTimeline.maximumActiveText / 2)
        long.insert(contentsOf: (0..<10).map { cue(text + "\($0)", Double($0), 60) })
        #expect(long.active(at: 10).count == 2)
    }

    @Test("the visible cues do not change between one start or end and the next")
    func changes() {
        let timeline = timeline(cue("a", 1, 4), cue("b", 2, 3))
        #expect(timeline.change(at: 0) == CueTimeline.Change(cues: [], start: -.infinity, end: 1))
        #expect(timeline.change(at: 1) == CueTimeline.Change(cues: [cue("a", 1, 4)], start: 1, end: 2))
        #expect(timeline.change(at: 2.5) == CueTimeline.Change(cues: [cue("a", 1, 4), cue("b", 2, 3)], start: 2, end: 3))
        #expect(timeline.change(at: 3) == CueTimeline.Change(cues: [cue("a", 1, 4)], start: 3, end: 4))
        #expect(timeline.change(at: 7) == CueTimeline.Change(cues: [], start: 4, end: .infinity))
        #expect(timeline.nextChange(after: 1) == 2)
        #expect(timeline.nextChange(after: 4) == nil)
    }

    @Test("a cue repeated in the next segment is one, also if its times differ by less than a timestamp's rounding")
    func repeated() {
        var timeline = timeline(cue("a", 1, 4))
        var again = cue("a", 1.0004, 4.0003)
        again.id = "7"
        var elsewhere = cue("a", 1, 4)
        elsewhere.layout.line = 0
        let areNew = [again, cue("a", 1, 5), cue("b", 1, 4), elsewhere].map { timeline.insert($0) }
        #expect(areNew == [false, true, true, true])
        let known = timeline.insert(contentsOf: timeline.cues)
        #expect(known == 0)
        #expect(timeline.cues.count == 4)
    }

    @Test("cues that are never shown are not kept", arguments: [(1.0, 1.0), (2, 1), (.nan, 2), (1, .nan), (.infinity, .infinity)])
    func neverShown(start: Double, end: Double) {
        #expect(timeline(cue("a", start, end)).isEmpty)
    }

    @Test("an unbounded cue stays until it is ended")
    func unbounded() {
        var timeline = timeline(cue("a", 1, .infinity), cue("b", 2, 3), cue("late", 9, .infinity))
        #expect(timeline.active(at: 100).map(\.text) == ["a", "late"])
        #expect(timeline.nextChange(after: 9) == nil)
        timeline.endUnboundedCues(at: 5)
        #expect(timeline.cues.map(\.text) == ["a", "b"])
        #expect(timeline.change(at: 4) == CueTimeline.Change(cues: [cue("a", 1, 5)], start: 3, end: 5))
    }

    @Test("past cues are removed, and visible ones are kept")
    func trimming() {
        var timeline = timeline(cue("a", 1, 4), cue("b", 2, 3), cue("c", 5, 6))
        timeline.removeCues(endingBy: 3)
        #expect(timeline.cues.map(\.text) == ["a", "c"])
        #expect(timeline.active(at: 2).map(\.text) == ["a"])
        timeline.removeCues(endingBy: 100)
        #expect(timeline.isEmpty && timeline.nextChange(after: 0) == nil)
    }

    @Test("a look-up finds the same cues as a scan", arguments: 0..<20)
    func againstPlainSearch(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var timeline = CueTimeline()
        var plain: [CaptionCue] = []
        var found = 0
        for round in 0..<300 {
            let start = Double(generator.below(80)) / 4
            let new = cue("\(round)", start, generator.below(20) == 0 ? .infinity : start + Double(generator.below(24)) / 4 - 0.5)
            if timeline.insert(new) { plain.append(new) }
            if generator.below(100) == 0 {
                let time = Double(generator.below(40)) / 4
                timeline.removeCues(endingBy: time)
                plain.removeAll { $0.endTime <= time }
            }
            if generator.below(200) == 0 {
                timeline.removeAll()
                plain = []
            }
            let time = Double(generator.below(200)) / 8
            let active = plain.filter { $0.startTime <= time && time < $0.endTime }
                .sorted { $0.startTime != $1.startTime ? $0.startTime < $1.startTime : $0.endTime > $1.endTime }
            #expect(timeline.active(at: time) == active, "seed \(seed), round \(round)")
            found += active.count
            let moments = plain.flatMap { [$0.startTime, $0.endTime] }
            #expect(timeline.nextChange(after: time) == moments.filter { $0 > time && $0.isFinite }.min(), "seed \(seed), round \(round)")
            #expect(timeline.change(at: time).start == moments.filter { $0 <= time }.max() ?? -.infinity, "seed \(seed), round \(round)")
        }
        #expect(found > 300)
    }

    @Test("a hundred thousand cues at the same time are distinguished quickly", .timeLimit(.minutes(5)))
    func crowded() {
        var timeline = CueTimeline()
        let cues = (0..<100_000).map { cue("\($0)", 1, 2) }
        timeline.insert(contentsOf: cues)
        timeline.insert(contentsOf: cues)
        #expect(timeline.cues == cues)
        #expect(timeline.change(at: 0).end == 1)
    }

    @Test("inserting many cues gives the same order as one by one", arguments: 0..<10)
    func batches(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (one, other) = (CueTimeline(), CueTimeline())
        for _ in 0..<20 {
            let cues = (0..<generator.below(30)).map { _ in
                let start = Double(generator.below(40))
                return cue("\(generator.below(3))", start, start + Double(generator.below(4)))
            }
            let count = one.insert(contentsOf: cues)
            // Equal cues are in the order of insertion.
            let sorted = cues.sorted { $0.startTime != $1.startTime ? $0.startTime < $1.startTime : $0.endTime > $1.endTime }
            #expect(sorted.count { other.insert($0) } == count, "seed \(seed)")
            #expect(one.cues == other.cues, "seed \(seed)")
            let time = Double(generator.below(90)) / 2
            #expect(one.change(at: time) == other.change(at: time), "seed \(seed)")
        }
        #expect(one.cues.count > 50)
    }

    @Test("pieces of a cue become one, in any order of the segments, and repeated pieces change nothing")
    func pieces() {
        let segments = [[cue("a", 2, 4), cue("b", 3, 4)], [cue("a", 4, 8), cue("b", 4, 5)], [cue("a", 8.001, 9), cue("b", 10, 11)]]
        for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2]] {
            var timeline = CueTimeline()
            for index in order { #expect(timeline.insert(pieces: segments[index]) > 0) }
            #expect(timeline.cues.map { "\($0.text) \($0.startTime) \($0.endTime)" } == ["a 2.0 9.0", "b 3.0 5.0", "b 10.0 11.0"])
            for index in order { #expect(timeline.insert(pieces: segments[index]) == 0) }
            #expect(timeline.active(at: 4).map(\.text) == ["a", "b"] && timeline.nextChange(after: 3) == 5)
            timeline.removeCues(endingBy: 9)
            #expect(timeline.insert(pieces: [cue("a", 2, 9)]) == 1)
        }
    }

    @Test("pieces of one segment become one cue, with those of the segments before and after it")
    func piecesOfOneSegment() {
        var timeline = timeline(cue("a", 0, 2), cue("a", 6, 8))
        let count = timeline.insert(pieces: [cue("a", 4, 6), cue("b", 2, 4), cue("a", 2, 4), cue("b", 5, 6), cue("a", 10, 8)])
        #expect(count == 3)
        #expect(timeline.cues.map { "\($0.text) \($0.startTime) \($0.endTime)" } == ["a 0.0 8.0", "b 2.0 4.0", "b 5.0 6.0"])
    }

    @Test("the texts of all cues have a maximum size; removed cues make room")
    func memory() {
        var timeline = CueTimeline()
        // The text and the markup are of the same size.
        let text = String(repeating: "a", count: CaptionLimits.bytes / 8)
        let areInserted = (0..<5).map { timeline.insert(cue(text, Double($0), Double($0) + 1)) }
        #expect(areInserted == [true, true, true, true, false])
        timeline.removeCues(endingBy: 1)
        let isInserted = timeline.insert(cue(text, 5, 6))
        #expect(isInserted)
    }

    @Test("style sheets that several segments have count once; cues are shown without those for which there is no room")
    func styleSheets() {
        func styled(_ second: Double, _ styleSheet: String) -> CaptionCue {
            var cue = cue("a", second, second + 1)
            cue.styleSheets = [styleSheet]
            return cue
        }
        let one = String(repeating: "a", count: CaptionLimits.bytes / 2)
        let other = one + "b"
        var timeline = timeline(styled(0, one), styled(1, one), styled(2, one), styled(3, other), styled(4, one))
        #expect(timeline.cues.map(\.styleSheets.count) == [1, 1, 1, 0, 1])
        timeline.removeCues(endingBy: 5)
        timeline.insert(styled(5, other))
        #expect(timeline.cues.map(\.styleSheets.count) == [1])
    }

    @Test("many thousand cues, in any order and during a long one, are found quickly", .timeLimit(.minutes(5)))
    func large() {
        let total = TestScale.pick(long: 100_000, short: 25_000)
        var timeline = timeline(cue("all", 0, 1_000_000))
        let cues = (1..<total).map { cue("\($0)", Double($0), Double($0) + 1.5) }
        timeline.insert(contentsOf: cues.filter { Int(saturating: $0.startTime, rounding: .down).isMultiple(of: 2) })
        timeline.insert(contentsOf: cues.reversed())
        #expect(timeline.cues.count == total)
        let times = stride(from: 10.0, to: Double(total) * 0.9, by: 1)
        #expect(times.allSatisfy { timeline.active(at: $0 + 0.25).count == 3 && timeline.active(at: $0 + 0.75).count == 2 })
    }
}
