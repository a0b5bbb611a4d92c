import Testing

@testable import PlayheadEngine

@Suite("The lateness of shared threads")
struct ClockLatenessTests {
    private func measure(_ seconds: [Double]) -> ClockLateness {
        seconds.reduce(into: ClockLateness()) { $0.record($1) }
    }

    @Test("Turns are counted by the bound that they do not exceed")
    func classes() {
        let measured = measure([0, 0.001, 0.0011, 0.05, 0.051, 7])
        #expect(measured.turns == 6 && measured.maximum == 7)
        #expect(measured.counts.first == 2 && measured.counts.last == 1)
        #expect(measured.share(above: 0.05) == 2.0 / 6)
        #expect(measured.share(above: 5) == 1.0 / 6)
    }

    @Test("A quantile is the bound of its class, and not above the maximum")
    func quantiles() {
        let measured = measure(Array(repeating: 0.0004, count: 98) + [0.03, 0.3])
        #expect(measured.quantile(0.5) == 0.001)
        #expect(measured.quantile(0.99) == 0.05)
        #expect(measured.quantile(1) == 0.3)
        #expect(measure([0.0002]).quantile(0.5) == 0.0002)
        #expect(ClockLateness().quantile(0.99) == 0 && ClockLateness().share(above: 0.05) == 0)
    }

    @Test("The difference of two states has the turns between them")
    func differences() {
        let earlier = measure([0.2, 0.001])
        var later = earlier
        later.record(0.004)
        let between = later.since(earlier)
        #expect(between.turns == 1 && between.maximum == 0.005)
        later.record(0.7)
        #expect(later.since(earlier).maximum == 0.7)
        #expect(later.since(later).maximum == 0 && later.since(later).turns == 0)
    }

    @Test("The sum of two measures has the turns of both")
    func sums() {
        var sum = measure([0.003])
        sum.add(measure([0.1, 9]))
        #expect(sum == measure([0.003, 0.1, 9]))
    }
}
