import PlayheadMonitor
import TestSupport
import Testing

@Suite("Histograms")
struct HistogramTests {
    @Test("Percentiles differ from the exact ones by less than 1 %", arguments: [1.0, 25, 50, 90, 95, 99, 99.9])
    func percentiles(percent: Double) {
        var random = SeededGenerator(seed: 5)
        var values: [Double] = []
        var histogram = Histogram()
        for _ in 0..<5000 {
            let value = Double.random(in: 0...1, using: &random) * Double.random(in: 0...100_000, using: &random)
            values.append(value)
            histogram.add(value)
        }
        values.sort()
        let exact = values[Int(saturating: percent / 100 * 5000, rounding: .up) - 1]
        #expect(abs(histogram.percentile(percent) / exact - 1) < 0.01)
    }

    @Test("Count, sum, mean, minimum, maximum and a single value are exact")
    func exact() {
        var histogram = Histogram()
        #expect(histogram.percentile(50) == 0 && histogram.mean == 0 && histogram.count(upTo: 10) == 0)
        histogram.add(412.3)
        #expect(histogram.percentile(0) == 412.3 && histogram.percentile(50) == 412.3 && histogram.percentile(100) == 412.3)
        histogram.add(7, weight: 3)
        #expect(histogram.count == 4 && histogram.sum == 433.3 && histogram.minimum == 7 && histogram.maximum == 412.3)
        #expect(histogram.count(upTo: 8) == 3 && histogram.count(upTo: 1000) == 4 && histogram.count(upTo: -1) == 0)
    }

    @Test("A merged histogram equals that of all values")
    func merge() {
        var (one, other, all) = (Histogram(), Histogram(), Histogram())
        for value in [3.0, 800, 0.2] {
            one.add(value)
            all.add(value)
        }
        for value in [5.5, 12_000] {
            other.add(value)
            all.add(value)
        }
        one.merge(other)
        one.merge(Histogram())
        #expect(one == all)
    }

    @Test("Extreme values are counted or ignored")
    func extremes() {
        var histogram = Histogram()
        for value in HostileNumbers.values {
            histogram.add(value)
            histogram.add(value, weight: .max)
            histogram.add(value, weight: -1)
            _ = (histogram.percentile(value), histogram.count(upTo: value))
        }
        #expect(histogram.count == .max)
    }
}
