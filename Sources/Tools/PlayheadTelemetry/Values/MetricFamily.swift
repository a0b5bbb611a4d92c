/// The values of a metric family at one moment.
package struct MetricFamily: Sendable, Hashable {
    /// A series of a family.
    package struct Series: Sendable, Hashable {
        /// The labels.
        package var labels: LabelSet
        /// The value.
        package var value: MetricValue
        /// The time at which the value began at zero, in seconds since 1970.
        package var start: Double
    }

    /// The description.
    package var description: MetricDescription
    /// The series, at least one, sorted by their labels.
    package var series: [Series]
}

/// The value of a series.
package enum MetricValue: Sendable, Hashable {
    /// The total of a counter, 0 or more.
    case counter(Double)
    /// The value of a gauge, which may be any number.
    case gauge(Double)
    /// The distribution of a histogram.
    case histogram(HistogramValue)

    /// Creates the value of a new series.
    init(_ kind: MetricDescription.Kind) {
        switch kind {
        case .counter: self = .counter(0)
        case .gauge: self = .gauge(0)
        case .histogram(let bounds): self = .histogram(HistogramValue(bounds: bounds))
        }
    }
}
