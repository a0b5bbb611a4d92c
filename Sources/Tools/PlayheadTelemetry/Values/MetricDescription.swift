/// The description of a metric family: its name, kind, unit and help.
package struct MetricDescription: Sendable, Hashable {
    /// The kind of a family.
    package enum Kind: Sendable, Hashable {
        /// A total that only increases, whose name in expositions ends with `_total`.
        case counter
        /// A value that can increase and decrease.
        case gauge
        /// A distribution by buckets with these upper bounds, which are ascending; the last bucket has no bound.
        case histogram(bounds: [Double])
    }

    /// The maximum number of bounds of a histogram.
    package static let maximumBounds = 64
    private static let totalSuffix = "_total"

    /// The name of the family; for counters without `_total`.
    package let name: MetricName
    /// The kind.
    package let kind: Kind
    /// The unit, which is the end of the name.
    package let unit: MetricUnit?
    /// The meaning as a sentence; empty if it is unknown.
    package let help: String

    /// Creates a description. The unit is the one that the name ends with.
    /// - Parameters:
    ///   - name: The name; a final `_total` of a counter is removed.
    ///   - kind: The kind. Bounds that are not finite or not ascending are removed, and so are those after ``maximumBounds``.
    ///   - help: The meaning as a sentence.
    package init(_ name: MetricName, _ kind: Kind, help: String = "") {
        var text = name.text
        if case .counter = kind, text.hasSuffix(Self.totalSuffix), text.utf8.count > Self.totalSuffix.utf8.count {
            text.removeLast(Self.totalSuffix.count)
        }
        self.name = MetricName(converting: text)
        if case .histogram(let bounds) = kind { self.kind = .histogram(bounds: Self.ascending(bounds)) } else { self.kind = kind }
        unit = MetricUnit.suffix(of: text)
        self.help = help
    }

    /// Creates a description from literals of this package.
    package init(_ name: StaticString, _ kind: Kind, help: String) { self.init(MetricName(literal: name), kind, help: help) }

    private static func ascending(_ bounds: [Double]) -> [Double] {
        var kept: [Double] = []
        for bound in bounds where bound.isFinite && kept.count < maximumBounds && bound > kept.last ?? -.infinity { kept.append(bound) }
        return kept
    }

    /// The names of the samples of a series, which no other family may use.
    var sampleNames: [String] {
        switch kind {
        case .counter: [name.text, name.text + Self.totalSuffix]
        case .gauge: [name.text]
        case .histogram: [name.text, name.text + "_bucket", name.text + "_sum", name.text + "_count"]
        }
    }

    /// The number of samples of a series.
    var samplesPerSeries: Int {
        if case .histogram(let bounds) = kind { bounds.count + 3 } else { 1 }
    }
}

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
