/// The families and series of a process, as a value: a bounded number of series, with validated names, which are refused rather than mixed up.
package struct MetricStore: Sendable {
    /// The identifier of a series.
    package struct SeriesID: Sendable, Hashable { fileprivate let number: Int }

    /// The reason for which a series is refused.
    package enum Refusal: String, Sendable, CaseIterable {
        /// There are as many series as there may be.
        case limit = "series_limit"
        /// A family of another kind has the name, or one of the names of its samples.
        case conflict = "name_conflict"
    }

    private struct Key: Hashable {
        let family: MetricName
        let labels: LabelSet
    }

    private struct Entry {
        let key: Key
        var value: MetricValue
        let start: Double
    }

    /// The counter of refused series, which is part of ``families(at:)``.
    package static let refusedSeries = MetricDescription(
        "playhead_telemetry_refused_series_total", .counter,
        help: "Attempts to add a series that was refused, because there are too many, or because another metric has the name.")

    /// The maximum number of samples in an exposition, as Prometheus counts series: each bucket of a histogram is one.
    package let maximumSeries: Int
    /// The number of samples.
    package private(set) var seriesCount = 0
    private var descriptions: [MetricName: MetricDescription] = [:]
    /// The family that uses a name of samples.
    private var owners: [String: MetricName] = [:]
    private var entries: [SeriesID: Entry] = [:]
    private var identifiers: [Key: SeriesID] = [:]
    private var nextNumber = 0
    private var refusals: [Refusal: Int] = [:]
    /// The time at which the store was created, in seconds since 1970.
    package let start: Double

    /// Creates a store without series.
    /// - Parameters:
    ///   - maximumSeries: The maximum number of samples; 10,000 by default.
    ///   - start: The time, in seconds since 1970.
    package init(maximumSeries: Int = 10_000, start: Double = 0) {
        self.maximumSeries = maximumSeries
        self.start = start
        owners = Dictionary(uniqueKeysWithValues: Self.refusedSeries.sampleNames.map { ($0, Self.refusedSeries.name) })
    }

    /// Returns the series with these labels, which is added if it does not exist.
    /// - Parameters:
    ///   - description: The family. The first description of a name is kept: later ones may differ in their help and bounds.
    ///   - labels: The labels.
    ///   - time: The time at which the value of a new series was zero, in seconds since 1970.
    /// - Returns: The series; `nil` if it is refused, which is counted.
    package mutating func series(of description: MetricDescription, _ labels: LabelSet = .none, at time: Double) -> SeriesID? {
        let key = Key(family: description.name, labels: labels)
        if let known = descriptions[description.name] {
            guard known.kind.isSame(as: description.kind) else { return refuse(.conflict) }
            if let id = identifiers[key] { return id }
        } else if description.sampleNames.contains(where: { owners[$0] != nil }) {
            return refuse(.conflict)
        }
        let size = (descriptions[description.name] ?? description).samplesPerSeries
        guard seriesCount.saturatingAdding(size) <= maximumSeries else { return refuse(.limit) }
        seriesCount += size
        let kept = descriptions[description.name] ?? description
        if descriptions[description.name] == nil {
            descriptions[description.name] = description
            for name in description.sampleNames { owners[name] = description.name }
        }
        let id = SeriesID(number: nextNumber)
        nextNumber += 1
        identifiers[key] = id
        entries[id] = Entry(key: key, value: MetricValue(kept.kind), start: time)
        return id
    }

    private mutating func refuse(_ reason: Refusal) -> SeriesID? {
        refusals[reason, default: 0] = refusals[reason, default: 0].saturatingAdding(1)
        return nil
    }

    // MARK: Values

    /// Sets a gauge, or the total of a counter, which does not decrease.
    package mutating func set(_ new: Double, of id: SeriesID?) {
        update(id) { value in
            switch value {
            case .counter(let total) where new.isFinite: .counter(max(total, new))
            case .gauge: .gauge(new)
            default: value
            }
        }
    }

    /// Replaces the distribution of a histogram; one with other bounds has no effect.
    package mutating func set(_ new: HistogramValue, of id: SeriesID?) {
        update(id) { value in
            if case .histogram(let current) = value, current.bounds == new.bounds { .histogram(new) } else { value }
        }
    }

    private mutating func update(_ id: SeriesID?, _ change: (MetricValue) -> MetricValue) {
        guard let id, let entry = entries[id] else { return }
        entries[id]?.value = change(entry.value)
    }

    // MARK: Reading

    /// The families with their series, sorted by name; the last one is ``refusedSeries``.
    package var families: [MetricFamily] {
        var series: [MetricName: [MetricFamily.Series]] = [:]
        for entry in entries.values {
            series[entry.key.family, default: []].append(.init(labels: entry.key.labels, value: entry.value, start: entry.start))
        }
        let known = series.compactMap { name, series in
            descriptions[name].map { MetricFamily(description: $0, series: series.sorted { $0.labels.isBefore($1.labels) }) }
        }
        let refused = Refusal.allCases.map { reason in
            MetricFamily.Series(
                labels: LabelSet(converting: [("reason", reason.rawValue)]), value: .counter(Double(refusals[reason] ?? 0)), start: start)
        }
        return known.sorted { $0.description.name.text < $1.description.name.text }
            + [MetricFamily(description: Self.refusedSeries, series: refused)]
    }
}

extension MetricDescription.Kind {
    /// Whether both have the same type; the bounds of histograms may differ.
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.counter, .counter), (.gauge, .gauge), (.histogram, .histogram): true
        default: false
        }
    }
}

extension LabelSet {
    /// Whether a set is sorted before another one.
    fileprivate func isBefore(_ other: LabelSet) -> Bool {
        labels.lexicographicallyPrecedes(other.labels) { ($0.name, $0.value) < ($1.name, $1.value) }
    }
}
