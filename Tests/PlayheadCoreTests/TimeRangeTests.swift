import PlayheadCore
import Testing

@Suite struct TimeRangeTests {
    @Test func aRangeContainsItsStartButNotItsEnd() {
        let range = TimeRange(start: 1, end: 3)
        #expect(range.contains(1) && range.contains(2.9) && !range.contains(3) && !range.contains(0.9))
        #expect(range.duration == 2 && !range.isEmpty)
    }

    @Test func anEndBeforeTheStartGivesAnEmptyRange() {
        let range = TimeRange(start: 3, end: 1)
        #expect(range.isEmpty && range.end == 3 && !range.contains(3))
    }
}
