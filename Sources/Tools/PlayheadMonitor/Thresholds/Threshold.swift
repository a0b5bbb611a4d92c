/// A condition on a metric, in k6's syntax: `startup_time: p(95)<800`.
package struct Threshold: Sendable, Hashable {
    /// The aggregation of a metric's values.
    package enum Aggregation: Sendable, Hashable {
        /// An aggregation of a trend.
        case average, minimum, median, maximum
        /// A percentile of a trend, 0 to 100.
        case percentile(Double)
        /// The number of values of a trend, or the sum of a counter.
        case count
        /// The share of a rate, or a counter's increase per second.
        case rate
        /// The value of a gauge.
        case value
    }

    /// The comparison of a value with the limit.
    package enum Comparison: String, Sendable, Hashable, CaseIterable {
        // The longer ones first, because they are parsed in this order.
        case identical = "==="
        case atMost = "<="
        case atLeast = ">="
        case equal = "=="
        case different = "!="
        case below = "<"
        case above = ">"

        func holds(_ value: Double, _ limit: Double) -> Bool {
            switch self {
            case .identical, .equal: value == limit
            case .atMost: value <= limit
            case .atLeast: value >= limit
            case .different: value != limit
            case .below: value < limit
            case .above: value > limit
            }
        }
    }

    /// The metric.
    package var metric: MonitorMetric
    /// The condition without the metric, as it was written.
    package var expression: String
    /// The aggregation.
    package var aggregation: Aggregation
    /// The comparison.
    package var comparison: Comparison
    /// The limit, in the unit of the metric.
    package var limit: Double

    /// The result for the statistics of a run.
    package struct Result: Sendable, Hashable {
        /// The threshold.
        package var threshold: Threshold
        /// The value; `nil` if there was none to compare, which passes as in k6.
        package var value: Double?
        /// Whether the condition holds.
        package var passes: Bool
    }

    /// Returns the result for statistics.
    package func evaluate(_ statistics: MonitorStatistics) -> Result {
        let value = statistics.values(of: metric).value(aggregation)
        return Result(threshold: self, value: value, passes: value.map { comparison.holds($0, limit) } ?? true)
    }

    /// The threshold as it was written.
    package var text: String { "\(metric.rawValue): \(expression)" }
}

extension MetricValues {
    /// Returns an aggregation; `nil` without values, or if the type has no such aggregation.
    func value(_ aggregation: Threshold.Aggregation) -> Double? {
        switch (self, aggregation) {
        case (.trend(let histogram), .count): Double(histogram.count)
        case (.trend(let histogram), _) where histogram.count == 0: nil
        case (.trend(let histogram), .average): histogram.mean
        case (.trend(let histogram), .minimum): histogram.minimum
        case (.trend(let histogram), .median): histogram.percentile(50)
        case (.trend(let histogram), .maximum): histogram.maximum
        case (.trend(let histogram), .percentile(let percent)): histogram.percentile(percent)
        case (.counter(let count, _), .count): count
        case (.counter(_, let perSecond), .rate): perSecond
        case (.rate(let passes, let fails), .rate): passes + fails > 0 ? passes / (passes + fails) : nil
        case (.gauge(let value, _, _), .value): value
        default: nil
        }
    }
}
