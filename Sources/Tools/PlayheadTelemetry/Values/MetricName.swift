/// The name of a metric family: letters, digits and underscores, not starting with a digit (OpenMetrics 1.0, "ABNF"). Colons are reserved for
/// the recording rules of Prometheus.
package struct MetricName: Sendable, Hashable {
    /// The maximum length in bytes.
    package static let maximumLength = 200

    /// The name.
    package let text: String

    /// Creates a name.
    /// - Throws: ``MetricNameError`` if the text is not a name.
    package init(_ text: String) throws(MetricNameError) {
        guard MetricWord.isValid(text, maximumLength: Self.maximumLength) else { throw MetricNameError(text: text, what: "a metric name") }
        self.text = text
    }

    /// Creates a name from any text: invalid characters become underscores, and what is too long is cut.
    package init(converting text: String) { self.text = MetricWord.converted(text, maximumLength: Self.maximumLength) }

    /// Creates a name from a literal of this package.
    init(literal text: StaticString) { self.init(converting: "\(text)") }
}

/// The error of a text that is not a name.
package struct MetricNameError: Error, Hashable, CustomStringConvertible {
    /// The text.
    package let text: String
    /// The expected kind of name.
    package let what: String

    /// The text and the rule.
    package var description: String { "'\(text)' is not \(what): letters, digits and underscores, not starting with a digit" }
}

/// The words of which names of metrics and labels consist.
enum MetricWord {
    static func isValid(_ text: String, maximumLength: Int) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, bytes.count <= maximumLength else { return false }
        return !isDigit(first) && bytes.allSatisfy(isPart)
    }

    /// Returns a valid word that is as similar as possible.
    static func converted(_ text: String, maximumLength: Int) -> String {
        var bytes = text.unicodeScalars.prefix(maximumLength).map { scalar -> UInt8 in
            let byte = UInt8(exactly: scalar.value) ?? UInt8(ascii: "_")
            return isPart(byte) ? byte : UInt8(ascii: "_")
        }
        if bytes.first.map(isDigit) ?? true { bytes.insert(UInt8(ascii: "_"), at: 0) }
        return String(decoding: bytes.prefix(maximumLength), as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isPart(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || byte == UInt8(ascii: "_")
    }
}
