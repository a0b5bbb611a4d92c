import PlayheadTelemetry
import Testing

@Suite("Histograms")
struct HistogramValueTests {
    @Test("Cumulative numbers become those of the buckets; numbers that decrease or are missing count as zero")
    func cumulative() {
        #expect(HistogramValue(bounds: [], cumulative: [], count: 1, sum: 3).counts == [1])
        #expect(HistogramValue(bounds: [1, 2], cumulative: [3, 5], count: 6, sum: 9).counts == [3, 2, 1])
        #expect(HistogramValue(bounds: [1, 2], cumulative: [3, 1], count: 2, sum: .nan).counts == [3, 0, 0])
        #expect(HistogramValue(bounds: [1, 2], cumulative: [], count: 2, sum: 0).count == 2)
        #expect(HistogramValue(bounds: [1], cumulative: [.min], count: .max, sum: 0).count == .max)
    }

    @Test("The bounds of a description are finite and ascending, and at most 64")
    func bounds() {
        let bounds = [2, 1, .nan, 3, 3, .infinity, 4] + (5..<200).map(Double.init)
        guard case .histogram(let kept) = MetricDescription(MetricName(converting: "a"), .histogram(bounds: bounds)).kind else {
            Issue.record("not a histogram")
            return
        }
        #expect(kept.prefix(4) == [2, 3, 4, 5] && kept.count == MetricDescription.maximumBounds)
    }
}
