import Testing

@testable import PlayheadEngine

@Suite("Timestamps of packed audio")
struct TimestampTagsTests {
    private let tick = 1.0 / 90_000

    @Test("Without tags times are unchanged")
    func none() {
        let tags = TimestampTags()
        #expect(tags.isEmpty && tags.first == 0 && tags.rounded(3.3) == 3.3)
    }

    @Test("Times of each segment are counted from its tag in whole ticks")
    func counting() {
        let tags = TimestampTags()
        tags.append(10)
        tags.append(12)
        #expect(tags.first == 10)
        let block = 1024.0 / 44_100
        var time = 10.0
        var last = -Double.infinity
        while time < 14 {
            let rounded = tags.rounded(time)
            #expect(rounded > last && abs(rounded - time) <= block)
            let base = rounded < 12 - tick / 2 ? 10.0 : 12.0
            let ticks = (rounded - base) / tick
            #expect(abs(ticks - ticks.rounded()) < 1e-3)
            last = rounded
            time += block
        }
    }

    @Test("A tag that goes back, or is repeated, is ignored")
    func backwards() {
        let tags = TimestampTags()
        tags.append(10)
        tags.append(4)
        tags.append(10)
        #expect(tags.first == 10)
        #expect(tags.rounded(10) == 10)
        #expect(abs(tags.rounded(11) - 11) <= tick)
        #expect(tags.rounded(-5) == -5)
    }
}
