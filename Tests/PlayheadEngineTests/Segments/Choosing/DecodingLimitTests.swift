import Testing

@testable import PlayheadEngine

@Suite("The limit of a ladder to what the machine can decode")
struct DecodingLimitTests {
    @Test("A limit ends, and lasts twice as long the next time, up to a maximum")
    func durations() {
        var limit = DecodingLimit()
        #expect(limit.highest(at: 0) == nil)
        limit.limit(to: 2, at: 100)
        #expect(limit.highest(at: 219) == 2 && limit.highest(at: 220) == nil)
        limit.limit(to: 2, at: 300)
        #expect(limit.highest(at: 539) == 2 && limit.highest(at: 540) == nil)
        for _ in 0..<10 { limit.limit(to: 2, at: 1000) }
        #expect(limit.highest(at: 1000 + 3839) == 2 && limit.highest(at: 1000 + 3840) == nil)
    }

    @Test("A limit during another one does not raise it")
    func overlapping() {
        var limit = DecodingLimit()
        limit.limit(to: 1, at: 0)
        limit.limit(to: 3, at: 10)
        #expect(limit.highest(at: 20) == 1)
    }
}
