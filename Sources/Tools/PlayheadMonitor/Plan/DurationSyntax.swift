/// Durations as load generators write them: `30s`, `500ms`, `1m30s`, `2h`, or a number of seconds.
package enum DurationSyntax {
    private static let units: [(name: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]

    /// Parses a duration.
    /// - Parameter text: The text.
    /// - Returns: The duration in seconds, from 0 to 1e9.
    /// - Throws: ``PlanTextError``.
    package static func parse(_ text: String) throws(PlanTextError) -> Double {
        if let seconds = number(text[...]) { return try checked(seconds, text) }
        var rest = text[...]
        var sum = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let unit = rest[digits.endIndex...].prefix { $0.isLetter }
            guard let value = number(digits), let scale = units.first(where: { $0.name == unit })?.seconds else {
                throw PlanTextError(text, "A duration is a number with ms, s, m or h, such as 30s or 1m30s.")
            }
            sum += value * scale
            rest = rest[unit.endIndex...]
        }
        guard !text.isEmpty else { throw PlanTextError(text, "A duration is missing.") }
        return try checked(sum, text)
    }

    private static func number(_ text: Substring) -> Double? {
        guard let first = text.first, first.isNumber || first == "." else { return nil }
        return Double(text)
    }

    private static func checked(_ seconds: Double, _ text: String) throws(PlanTextError) -> Double {
        guard NumberLimits.durations.contains(seconds) else { throw PlanTextError(text, "A duration is from 0 s to 1e9 s.") }
        return seconds
    }
}

/// The reason why a text of the command line does not describe a plan.
package struct PlanTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text that was parsed.
    package let text: String
    /// The reason, as a sentence.
    package let reason: String

    /// Creates an error.
    package init(_ text: String, _ reason: String) {
        self.text = text
        self.reason = reason
    }

    /// The text and the reason.
    package var description: String { "'\(text)': \(reason)" }
}
