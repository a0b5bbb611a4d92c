import Playhead
import Testing

@Suite("Values over time in bounded memory")
struct BoundedSeriesTests {
    @Test("Values within the resolution are merged, later ones get an entry of their own")
    func merging() {
        var series = BoundedSeries<Int>(capacity: 10, resolution: 0.01)
        for (time, value) in [(1.0, 1), (1.004, 2), (1.02, 4), (1.05, 8)] { series.append(value, at: time, merging: +) }
        #expect(series.entries.map(\.value) == [3, 4, 8])
        #expect(series.entries.map(\.start) == [1.0, 1.02, 1.05] && series.entries.first?.end == 1.004)
    }

    @Test("Hours of values keep their sum and their period in a limited number of entries")
    func thinning() {
        var series = BoundedSeries<Int>(capacity: 100, resolution: 0.001)
        for number in 0..<100_000 { series.append(1, at: Double(number) / 10, merging: +) }
        #expect(series.entries.count <= 100 && series.entries.count > 25)
        #expect(series.entries.reduce(0) { $0 + $1.value } == 100_000)
        #expect(series.entries.first?.start == 0 && series.entries.last?.end == 9999.9)
        #expect(zip(series.entries, series.entries.dropFirst()).allSatisfy { $0.end < $1.start })
    }

    @Test("Times that go back or are no numbers count as the last time")
    func oddTimes() {
        var series = BoundedSeries<Int>(capacity: 2, resolution: 0.01)
        series.append(1, at: .nan, merging: +)
        #expect(series.entries.isEmpty)
        for time in [5, 3, Double.nan, .infinity, -.infinity] { series.append(1, at: time, merging: +) }
        #expect(series.entries == [.init(start: 5, end: 5, value: 5)])
    }

    @Test("A pause of any length does not exceed the capacity")
    func pause() {
        var series = BoundedSeries<Int>(capacity: 2, resolution: 0.001)
        for time in [0, 1, 1e9, 1e300] { series.append(1, at: time, merging: +) }
        #expect(series.entries.count <= 2 && series.entries.reduce(0) { $0 + $1.value } == 4)
    }
}
