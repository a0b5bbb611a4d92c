/// Writes families as text. Expositions have no timestamps: samples are those of the moment.
package struct ExpositionText {
    private let format: ExpositionFormat
    private var text = ""

    /// Returns the text of families in a format.
    package static func text(of families: [MetricFamily], as format: ExpositionFormat) -> String {
        var writer = ExpositionText(format: format)
        for family in families { writer.write(family) }
        if format == .openMetrics { writer.text += "# EOF\n" }
        return writer.text
    }

    private init(format: ExpositionFormat) { self.format = format }

    private mutating func write(_ family: MetricFamily) {
        let (name, kind) = (family.description.name.text, family.description.kind)
        let total = name + "_total"
        // In the format of Prometheus a counter is described under the name of its samples.
        let described = if case .counter = kind, format == .prometheus { total } else { name }
        if !family.description.help.isEmpty { text += "# HELP \(described) \(escapedHelp(family.description.help))\n" }
        text += "# TYPE \(described) \(kind.word)\n"
        if format == .openMetrics, let unit = family.description.unit { text += "# UNIT \(described) \(unit.rawValue)\n" }
        for series in family.series {
            switch series.value {
            case .counter(let value): sample(total, series.labels, value)
            case .gauge(let value): sample(name, series.labels, value)
            case .histogram(let value): histogram(name, series.labels, value)
            }
        }
    }

    private mutating func histogram(_ name: String, _ labels: LabelSet, _ value: HistogramValue) {
        var count = 0
        for (bound, number) in zip(value.bounds + [.infinity], value.counts) {
            count = count.saturatingAdding(number)
            let bound = bound.isFinite ? "\(bound)" : "+Inf"
            sample(name + "_bucket", labels, Double(count), bound: bound)
        }
        sample(name + "_count", labels, Double(count))
        sample(name + "_sum", labels, value.sum)
    }

    private mutating func sample(_ name: String, _ labels: LabelSet, _ value: Double, bound: String? = nil) {
        var pairs = labels.labels.map { "\($0.name)=\"\(escaped($0.value))\"" }
        if let bound { pairs.append("le=\"\(bound)\"") }
        text += pairs.isEmpty ? name : "\(name){\(pairs.joined(separator: ","))}"
        text += " \(Self.number(value))\n"
    }

    /// Returns a number as both formats write it.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Inf" : "+Inf" }
        // Larger integers are not exact.
        let largestExact = 9_007_199_254_740_992.0
        if abs(value) <= largestExact, let whole = Int64(exactly: value) { return String(whole) }
        return "\(value)"
    }

    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += #"\\"#
            case "\"": result += #"\""#
            case "\n": result += #"\n"#
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// In the format of Prometheus quotes are not escaped in a help.
    private func escapedHelp(_ text: String) -> String {
        let escaped = escaped(text)
        return format == .openMetrics ? escaped : escaped.replacing(#"\""#, with: "\"")
    }
}

extension MetricDescription.Kind {
    /// The type in a `TYPE` line.
    fileprivate var word: String {
        switch self {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }
}
