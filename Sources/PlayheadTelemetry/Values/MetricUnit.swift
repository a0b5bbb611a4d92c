/// The unit of a metric, which is the last part of its name in OpenMetrics.
package enum MetricUnit: String, Sendable, Hashable, CaseIterable {
    case seconds, bytes, ratio

    /// The unit in OTLP, according to the Unified Code for Units of Measure.
    package var ucum: String {
        switch self {
        case .seconds: "s"
        case .bytes: "By"
        case .ratio: "1"
        }
    }

    /// Returns the unit that a name ends with.
    static func suffix(of name: String) -> MetricUnit? { allCases.first { name.hasSuffix("_\($0.rawValue)") } }
}
