import PlayheadTelemetry
import Testing

@Suite("The store of metrics")
struct MetricStoreTests {
    private static let counter = MetricDescription("test_total", .counter, help: "A counter.")
    private static let gauge = MetricDescription("test_level", .gauge, help: "A gauge.")
    private static let histogram = MetricDescription("test_duration_seconds", .histogram(bounds: [1, 2]), help: "A histogram.")

    private var store = MetricStore()

    private func value(_ name: String, _ labels: LabelSet = .none, in store: MetricStore) -> MetricValue? {
        store.families.first { $0.description.name.text == name }?.series.first { $0.labels == labels }?.value
    }

    private func refused(_ reason: String, in store: MetricStore) -> MetricValue? {
        value("playhead_telemetry_refused_series", LabelSet(converting: [("reason", reason)]), in: store)
    }

    @Test("The total of a counter is finite and does not decrease")
    func totals() {
        var store = store
        let id = store.series(of: Self.counter, at: 0)
        for total in [Double.nan, 5, 3, -1, 7, .infinity, -.infinity] { store.set(total, of: id) }
        #expect(value("test", in: store) == .counter(7))
    }

    @Test("A gauge is set to any number", arguments: [Double.infinity, 3, -2])
    func gauges(number: Double) {
        var store = store
        let id = store.series(of: Self.gauge, at: 0)
        store.set(number, of: id)
        #expect(value("test_level", in: store) == .gauge(number))
    }

    @Test("A histogram is replaced by one with the same bounds")
    func histograms() {
        var store = store
        let id = store.series(of: Self.histogram, at: 0)
        let expected = HistogramValue(bounds: [1, 2], cumulative: [0, 1], count: 1, sum: 1.5)
        store.set(expected, of: id)
        #expect(value("test_duration_seconds", in: store) == .histogram(expected))
        store.set(HistogramValue(bounds: [1]), of: id)
        #expect(value("test_duration_seconds", in: store) == .histogram(expected))
        store.set(HistogramValue(bounds: [1, 2]), of: id)
        #expect(value("test_duration_seconds", in: store) == .histogram(HistogramValue(bounds: [1, 2])))
    }

    @Test("The same labels lead to the same series")
    func identity() throws {
        var store = store
        let labels = try LabelSet([(name: "a", value: "1")])
        let (one, same) = (store.series(of: Self.counter, labels, at: 0), store.series(of: Self.counter, labels, at: 1))
        let other = store.series(of: Self.counter, at: 0)
        #expect(one == same && one != other)
        #expect(store.families.first?.series.count == 2)
    }

    @Test("Series above the limit are refused and counted; each bucket counts as a series")
    func limit() throws {
        var store = MetricStore(maximumSeries: 7)
        let first = store.series(of: Self.histogram, at: 0)
        #expect(first != nil && store.seriesCount == 5)
        for number in 0..<5 { _ = store.series(of: Self.gauge, LabelSet(converting: [("n", "\(number)")]), at: 0) }
        #expect(store.seriesCount == 7)
        #expect(refused("series_limit", in: store) == .counter(3))
        #expect(refused("name_conflict", in: store) == .counter(0))
        // A series that exists is not refused.
        let again = store.series(of: Self.histogram, at: 0)
        #expect(again == first)
    }

    @Test(
        "A family that would use the samples of another one is refused and counted",
        arguments: [
            (MetricDescription("test", .gauge, help: ""), "another kind"),
            (MetricDescription("test_total", .gauge, help: ""), "a counter's samples"),
            (MetricDescription("test_duration_seconds_count", .counter, help: ""), "a histogram's samples"),
            (MetricDescription("playhead_telemetry_refused_series", .gauge, help: ""), "the store's own"),
        ])
    func conflict(description: MetricDescription, what: String) {
        var store = store
        _ = store.series(of: Self.counter, at: 0)
        _ = store.series(of: Self.histogram, at: 0)
        let id = store.series(of: description, at: 0)
        #expect(id == nil, "\(what)")
        #expect(refused("name_conflict", in: store) == .counter(1))
        // A change of a refused series has no effect.
        store.set(1, of: id)
        #expect(value("test", in: store) == .counter(0))
    }

    @Test("Families are sorted by name, and series by labels")
    func order() {
        var store = store
        for name in ["c", "a", "b"] {
            for value in ["2", "1"] {
                _ = store.series(of: MetricDescription(MetricName(converting: name), .gauge), LabelSet(converting: [("n", value)]), at: 0)
            }
        }
        #expect(store.families.map(\.description.name.text) == ["a", "b", "c", "playhead_telemetry_refused_series"])
        #expect(store.families[0].series.map { $0.labels.labels[0].value } == ["1", "2"])
    }
}
