/// The reason why a text is not a threshold, with its position.
package struct ThresholdError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    package let text: String
    /// The position of the mistake, in characters from 1.
    package let position: Int
    /// The reason, as a sentence.
    package let reason: String

    /// The text, the position and the reason.
    package var description: String { "'\(text)', character \(position): \(reason)" }
}

extension Threshold {
    /// Parses `METRIC: AGGREGATION COMPARISON LIMIT`, such as `startup_time: p(95)<800`.
    /// - Throws: ``ThresholdError``.
    package init(_ text: String) throws(ThresholdError) {
        var parser = ThresholdParser(text)
        self = try parser.parse()
    }
}

/// A parser for one threshold.
private struct ThresholdParser {
    private let text: String
    private var rest: Substring

    init(_ text: String) {
        self.text = text
        rest = text[...]
    }

    mutating func parse() throws(ThresholdError) -> Threshold {
        skipSpace()
        let nameStart = rest.startIndex
        let name = take { $0.isLetter || $0.isNumber || $0 == "_" }
        guard let metric = MonitorMetric(rawValue: String(name)) else {
            let found = name.isEmpty ? "A metric is missing." : "There is no metric '\(name)'."
            throw error("\(found) The metrics: \(MonitorMetric.names).", nameStart)
        }
        skipSpace()
        if rest.first == "{" { throw error("Tags of metrics are not supported.") }
        guard rest.first == ":" else { throw error("A colon separates the metric from its condition, as in 'startup_time: p(95)<800'.") }
        rest.removeFirst()
        skipSpace()
        let expression = String(rest.trimmed)
        let aggregation = try aggregation(of: metric)
        skipSpace()
        guard let comparison = Threshold.Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
            throw error("A comparison is one of <, <=, >, >=, ==, ===, !=.")
        }
        rest = rest.dropFirst(comparison.rawValue.count)
        skipSpace()
        let limitStart = rest.startIndex
        let limit = try number("A limit is a number without a unit; times are in milliseconds.")
        skipSpace()
        guard rest.isEmpty else { throw error("Nothing follows the limit; it is a number without a unit, and times are in milliseconds.") }
        guard limit.isFinite else { throw error("A limit is finite.", limitStart) }
        return Threshold(metric: metric, expression: expression, aggregation: aggregation, comparison: comparison, limit: limit)
    }

    private mutating func aggregation(of metric: MonitorMetric) throws(ThresholdError) -> Threshold.Aggregation {
        let start = rest.startIndex
        let name = take { $0.isLetter }
        let aggregation: Threshold.Aggregation
        switch (name, metric.kind) {
        case ("avg", .trend): aggregation = .average
        case ("min", .trend): aggregation = .minimum
        case ("med", .trend): aggregation = .median
        case ("max", .trend): aggregation = .maximum
        case ("count", .trend), ("count", .counter): aggregation = .count
        case ("rate", .rate), ("rate", .counter): aggregation = .rate
        case ("value", .gauge): aggregation = .value
        case ("p", .trend): aggregation = try percentile()
        default:
            let known =
                switch metric.kind {
                case .trend: "avg, min, med, max, p(N), count"
                case .counter: "count, rate"
                case .rate: "rate"
                case .gauge: "value"
                }
            let found = name.isEmpty ? "An aggregation is missing." : "\(metric.rawValue) has no aggregation '\(name)'."
            throw error("\(found) A \(metric.kind.rawValue) has \(known).", start)
        }
        return aggregation
    }

    private mutating func percentile() throws(ThresholdError) -> Threshold.Aggregation {
        skipSpace()
        guard rest.first == "(" else { throw error("A percentile is in parentheses, such as p(95).") }
        rest.removeFirst()
        skipSpace()
        let start = rest.startIndex
        let percent = try number("A percentile is a number from 0 to 100, such as p(95).")
        guard (0...100).contains(percent) else { throw error("A percentile is from 0 to 100.", start) }
        skipSpace()
        guard rest.first == ")" else { throw error("The parenthesis of the percentile is not closed.") }
        rest.removeFirst()
        return .percentile(percent)
    }

    private mutating func number(_ reason: String) throws(ThresholdError) -> Double {
        let start = rest.startIndex
        let digits = take { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
        guard let value = Double(digits) else { throw error(reason, start) }
        return value
    }

    private mutating func skipSpace() { _ = take(\.isWhitespace) }

    private mutating func take(_ belongs: (Character) -> Bool) -> Substring {
        let part = rest.prefix(while: belongs)
        rest = rest[part.endIndex...]
        return part
    }

    private func error(_ reason: String, _ index: String.Index? = nil) -> ThresholdError {
        ThresholdError(text: text, position: text.distance(from: text.startIndex, to: index ?? rest.startIndex) + 1, reason: reason)
    }
}

extension Substring {
    /// The text without white space at its end.
    fileprivate var trimmed: Substring {
        lastIndex { !$0.isWhitespace }.map { self[...$0] } ?? self[startIndex..<startIndex]
    }
}
