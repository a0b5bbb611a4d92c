import PlayheadAds
import PlayheadCore
import TestSupport
import Testing

@Suite struct AdBreakPlannerTests {
    private func planner(
        _ offsets: [String], rules: AdRules = AdRules(), duration: Double? = 100, item: Int = 1, change: (inout AdBreak) -> Void = { _ in }
    ) -> AdBreakPlanner {
        var planner = AdBreakPlanner(rules: rules)
        let breaks = offsets.compactMap { text in
            AdBreakOffset(text).map { offset in
                var adBreak = AdBreak(id: text, offset: offset, source: .tags(["https://a.example/"]))
                change(&adBreak)
                return adBreak
            }
        }
        planner.begin(item: item, breaks: breaks)
        planner.update(duration: duration)
        return planner
    }

    private func ids(_ due: [AdBreakPlanner.Occurrence]) -> [String] { due.map(\.adBreak.id) }

    @Test(arguments: [
        ("pre", AdBreakOffset.preRoll), ("post", .postRoll), ("50", .midRoll(.seconds(50))), ("50.5", .midRoll(.seconds(50.5))),
        ("50%", .midRoll(.fraction(0.5))),
        ("00:00:15.250", .midRoll(.seconds(15.25))), ("0:00:05", .midRoll(.seconds(5))), ("00:00:15:000", .midRoll(.seconds(15))),
    ])
    func offsetsOfAllFormsAreParsed(text: String, offset: AdBreakOffset) {
        #expect(AdBreakOffset(text) == offset)
    }

    @Test(arguments: ["", "middle", "-5", "120%", "1:2:3:4:5"]) func invalidOffsetsAreRejected(text: String) {
        #expect(AdBreakOffset(text) == nil)
    }

    @Test func theVMAPOverridesTheScheduleWhichOverridesTheTag() {
        var configuration = AdConfiguration()
        #expect(configuration.plan == .none)
        configuration.tags = ["t"]
        #expect(configuration.plan == .breaks([AdBreak(id: "pre", offset: .preRoll, source: .tags(["t"]))]))
        configuration.schedule = [AdBreak(id: "a", offset: .postRoll, source: .tags(["s"]))]
        #expect(configuration.plan == .breaks(configuration.schedule))
        configuration.vmapURL = "https://v.example/"
        #expect(configuration.plan == .vmap("https://v.example/"))
    }

    @Test func aSeekToTheExactPositionOfABreakReachesItFromBothSides() {
        var planner = planner(["30", "50"])
        #expect(ids(planner.due(seekingFrom: 0, to: 30, now: 0)) == ["30"])
        #expect(ids(planner.due(seekingFrom: 60, to: 30, now: 0)) == ["30"])
        #expect(planner.due(seekingFrom: 60, to: 29.9, now: 0).isEmpty && planner.due(seekingFrom: 60, to: 30.1, now: 0).isEmpty)
        planner.ended(planner.due(seekingFrom: 0, to: 30, now: 0)[0], at: 10)
        #expect(planner.due(seekingFrom: 60, to: 30, now: 20).isEmpty)
    }

    @Test func theFirstBreakThatReplacesAPositionIsKnown() {
        var planner = planner(["30", "35", "50"]) { adBreak in
            adBreak.resumption = adBreak.id == "50" ? .whereLeft : .after(10)
        }
        #expect(planner.due(replacing: 30, now: 0).isEmpty && planner.due(replacing: 45, now: 0).isEmpty)
        #expect(planner.due(replacing: 51, now: 0).isEmpty)
        #expect(ids(planner.due(replacing: 36, now: 0)) == ["30"] && ids(planner.due(replacing: 42, now: 0)) == ["35"])
        planner.ended(planner.due(replacing: 36, now: 0)[0], at: 0)
        #expect(ids(planner.due(replacing: 36, now: 0)) == ["35"] && planner.due(replacing: 34, now: 0).isEmpty)
    }

    @Test func breaksAreDueOnceAtTheirPositions() {
        var planner = planner(["pre", "30", "50%", "00:01:20", "post"])
        #expect(ids(planner.dueBefore(contentAt: 0, isBeginning: true, now: 0)) == ["pre"])
        #expect(planner.due(playingFrom: 0, to: 29.9, now: 0).isEmpty)
        let due = planner.due(playingFrom: 29.9, to: 30, now: 0)
        #expect(ids(due) == ["30"] && due.first?.time == 30)
        planner.ended(due[0], at: 10)
        #expect(planner.due(playingFrom: 29, to: 31, now: 20).isEmpty)
        #expect(ids(planner.due(playingFrom: 49, to: 51, now: 20)) == ["50%"])
        #expect(ids(planner.dueAfterContent(now: 20)) == ["post"])
    }

    @Test(arguments: [1e15, 1e18, 1e300, Double.greatestFiniteMagnitude, .infinity, -1e18, -.infinity, .nan])
    func farBeyondTheLastBreakThereIsNoNextBreak(position: Double) {
        for duration in [nil, 100, Double.infinity] {
            let planner = planner(["5"], duration: duration)
            #expect(planner.next(after: position, now: 0) == nil || position < 5)
        }
    }

    @Test func aBreakAtZeroIsShownBeforeTheContent() {
        let due = planner(["00:00:00", "0%", "pre"]).dueBefore(contentAt: 0, isBeginning: true, now: 0)
        #expect(ids(due) == ["pre", "00:00:00", "0%"] && due.allSatisfy { $0.position == .pre })
    }

    @Test func aBreakFromBeforeTheStartOfTheContentIsNotDueThere() {
        // The dates of a playlist have a resolution of milliseconds.
        let places = ["10": -100, "20": -0.001, "30": 0]
        let planner = planner(["10", "20", "30"]) { $0.place = places[$0.id] }
        #expect(ids(planner.dueBefore(contentAt: 0, isBeginning: true, now: 0)) == ["20", "30"])
    }

    @Test func aSeekOverSeveralBreaksPlaysTheLastOfThem() {
        var planner = planner(["10", "20", "30", "00:00:30", "80"])
        let due = planner.due(seekingFrom: 5, to: 60, now: 0)
        #expect(ids(due) == ["30", "00:00:30"])
        #expect(planner.due(seekingFrom: 60, to: 5, now: 0).isEmpty)
        due.forEach { planner.ended($0, at: 1) }
        // Breaks that a seek passed are played when the playhead reaches them; a seek plays the last unplayed one.
        #expect(ids(planner.due(seekingFrom: 5, to: 60, now: 2)) == ["20"])
        #expect(ids(planner.due(playingFrom: 9.9, to: 10, now: 2)) == ["10"])
    }

    @Test func aPlayedBreakIsPlayedAgainOnlyIfConfigured() {
        var rules = AdRules()
        rules.playsAgain = true
        var again = planner(["10", "20"], rules: rules) { $0.isOnce = $0.id == "20" }
        for due in again.due(playingFrom: 0, to: 25, now: 0) { again.ended(due, at: 0) }
        #expect(ids(again.due(playingFrom: 0, to: 25, now: 1)) == ["10"])
    }

    @Test func rulesSelectTheItemsWithAds() {
        var rules = AdRules()
        rules.startOn = 2
        rules.frequency = 3
        #expect((1...9).filter(rules.allowsAds(onItem:)) == [2, 5, 8])
        rules.frequency = 0
        #expect((1...9).filter(rules.allowsAds(onItem:)) == [2])
        rules.startOn = 1
        rules.frequency = 3
        #expect((1...9).filter(rules.allowsAds(onItem:)) == [1, 4, 7])
        #expect(planner(["pre"], rules: rules, item: 2).dueBefore(contentAt: 0, isBeginning: true, now: 0).isEmpty)
    }

    @Test func aStartInTheMiddleHasAPreRollOnlyIfConfigured() {
        var rules = AdRules()
        #expect(planner(["pre", "10"], rules: rules).dueBefore(contentAt: 50, isBeginning: false, now: 0).isEmpty)
        rules.startOnSeek = .pre
        #expect(ids(planner(["pre", "10"], rules: rules).dueBefore(contentAt: 50, isBeginning: false, now: 0)) == ["pre"])
    }

    @Test func theMinimumTimeBetweenBreaksIsKept() {
        var rules = AdRules()
        rules.timeBetweenAds = 60
        var planner = planner(["pre", "10", "20"], rules: rules)
        planner.ended(planner.dueBefore(contentAt: 0, isBeginning: true, now: 0)[0], at: 30)
        #expect(planner.due(playingFrom: 0, to: 15, now: 89).isEmpty)
        #expect(ids(planner.due(playingFrom: 15, to: 25, now: 90)) == ["20"])
        planner.begin(item: 2, breaks: planner.breaks)
        #expect(planner.dueBefore(contentAt: 0, isBeginning: true, now: 80).isEmpty)
    }

    @Test func aRepeatedBreakIsDueAtEachInterval() {
        var planner = planner(["10"]) { $0.repeatAfter = 25 }
        #expect(planner.due(playingFrom: 0, to: 99, now: 0).map(\.time) == [10, 35, 60, 85])
        planner.ended(planner.due(playingFrom: 30, to: 40, now: 0)[0], at: 0)
        #expect(planner.due(playingFrom: 0, to: 99, now: 0).map(\.time) == [10, 60, 85])
        let preRolls = self.planner(["pre"]) { $0.repeatAfter = 40 }.due(playingFrom: 0, to: 99, now: 0)
        #expect(preRolls.map(\.time) == [40, 80] && preRolls.allSatisfy { $0.position == .mid })
        // The same holds for an unknown duration.
        #expect(self.planner(["10"], duration: nil) { $0.repeatAfter = 0.001 }.due(playingFrom: 1e6, to: 1e6 + 0.01, now: 0).count == 10)
        #expect(self.planner(["10"], duration: nil) { $0.repeatAfter = 1e-9 }.due(playingFrom: 0, to: 1e6, now: 0).isEmpty)
    }

    @Test func percentagesNeedADurationAndBreaksAfterTheEndAreNeverDue() {
        #expect(planner(["50%", "200"], duration: nil).due(playingFrom: 0, to: 150, now: 0).isEmpty)
        #expect(planner(["200", "100%"]).due(playingFrom: 0, to: 1000, now: 0).isEmpty)
    }

    @Test func breaksOfLiveContentAreAtTheirDates() {
        var planner = AdBreakPlanner()
        planner.begin(item: 1, breaks: [AdBreak(id: "d", offset: .date(1_700_000_030), source: .tags([]))])
        #expect(planner.due(playingFrom: 0, to: 100, now: 0).isEmpty)
        planner.update(dates: DateMap([DateMap.Anchor(time: 500, date: 1_700_000_000)]))
        #expect(planner.due(playingFrom: 529, to: 530, now: 0).map(\.time) == [530])
        #expect(planner.next(after: 500, now: 0)?.time == 530)
    }

    @Test func theNextBreakIsKnownInAdvance() {
        var planner = planner(["30", "80"])
        #expect(planner.next(after: 0, now: 0)?.time == 30)
        planner.ended(planner.due(playingFrom: 0, to: 30, now: 0)[0], at: 0)
        #expect(planner.next(after: 0, now: 0)?.time == 80 && planner.next(after: 80, now: 0) == nil)
    }

    @Test func aSeekStopsAtABreakThatMustBeSeen() {
        var planner = planner(["10", "30"]) { $0.restrictions.forbidsJumping = $0.id == "30" }
        #expect(planner.barrier(from: 0, to: 90) == 30 && planner.barrier(from: 0, to: 20) == nil)
        planner.ended(planner.due(playingFrom: 29, to: 30, now: 0)[0], at: 0)
        #expect(planner.barrier(from: 0, to: 90) == nil)
    }

    @Test func joiningInTheMiddleOfABreakPlaysTheRestOfTheLatestOne() {
        var first = AdBreak(id: "first", offset: .midRoll(.seconds(10)), source: .tags([]))
        first.span = 20
        var second = AdBreak(id: "second", offset: .midRoll(.seconds(15)), source: .tags([]))
        second.span = 5
        var planner = AdBreakPlanner()
        planner.begin(item: 1, breaks: [first, second, AdBreak(id: "unknown", offset: .midRoll(.seconds(16)), source: .tags([]))])
        func due(at position: Double) -> [String] {
            planner.due(joiningAt: position, now: 0).map { "\($0.adBreak.id) \($0.elapsed)" }
        }
        #expect(due(at: 10).isEmpty && due(at: 30).isEmpty)
        #expect(due(at: 12) == ["first 2.0"] && due(at: 17) == ["second 2.0"] && due(at: 20) == ["first 10.0"])
        planner.ended(planner.due(joiningAt: 12, now: 0)[0], at: 0)
        #expect(due(at: 12).isEmpty)
    }

    @Test func tenThousandBreaksAreSearchedQuickly() {
        let planner = planner((0..<10_000).map { "\($0)" }, duration: 20_000)
        let cost = processorTime {
            for second in 0..<2000 {
                #expect(ids(planner.due(playingFrom: Double(second), to: Double(second) + 0.5, now: 0)).isEmpty)
                #expect(planner.next(after: Double(second), now: 0)?.time == Double(second + 1))
            }
        }
        // A search through all breaks takes a hundred times as long.
        #expect(cost < 5)
    }
}
