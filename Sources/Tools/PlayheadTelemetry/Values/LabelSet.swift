import PlayheadCore

/// The labels of a series: names with values, sorted by name, each name once.
///
/// Values are stored without secrets: of a URL, user name, password, query and fragment are removed.
package struct LabelSet: Sendable, Hashable {
    /// A label.
    package struct Label: Sendable, Hashable {
        /// The name.
        package let name: String
        /// The value, without secrets and control characters.
        package let value: String
    }

    /// The maximum number of labels.
    package static let maximumCount = 16
    /// The maximum length of a name in bytes.
    static let maximumNameLength = 100
    /// The maximum length of a value in characters.
    static let maximumValueLength = 128
    /// The names that histograms and summaries use.
    private static let reserved: Set<String> = ["le", "quantile"]

    /// No labels.
    package static let none = LabelSet(labels: [])

    /// The labels, sorted by name.
    package let labels: [Label]

    private init(labels: [Label]) { self.labels = labels }

    /// Creates a set.
    /// - Throws: ``MetricNameError`` if a name is invalid or reserved, occurs twice, or there are more than ``maximumCount``.
    package init(_ pairs: [(name: String, value: String)]) throws(MetricNameError) {
        var names: Set<String> = []
        for pair in pairs {
            guard Self.isValid(pair.name) else { throw MetricNameError(text: pair.name, what: "a label name") }
            guard names.insert(pair.name).inserted, names.count <= Self.maximumCount else {
                throw MetricNameError(text: pair.name, what: "a further label name of the series")
            }
        }
        self.init(sorting: pairs)
    }

    /// Creates a set from any texts: names are converted, of several labels with the same name the first one is kept, and labels after
    /// ``maximumCount`` are dropped.
    package init(converting pairs: [(String, String)]) {
        var names: Set<String> = []
        let converted = pairs.map { (name: Self.convertedName($0.0), value: $0.1) }.filter { names.insert($0.name).inserted }
        self.init(sorting: Array(converted.prefix(Self.maximumCount)))
    }

    private init(sorting pairs: [(name: String, value: String)]) {
        labels = pairs.map { Label(name: $0.name, value: Self.safeValue($0.value)) }.sorted { $0.name < $1.name }
    }

    /// Whether a text is a label name that series may use. Names that begin with two underscores are internal to Prometheus.
    package static func isValid(_ name: String) -> Bool {
        MetricWord.isValid(name, maximumLength: maximumNameLength) && !name.hasPrefix("__") && !reserved.contains(name)
    }

    private static func convertedName(_ text: String) -> String {
        var name = MetricWord.converted(text, maximumLength: maximumNameLength)
        while name.hasPrefix("__") { name.removeFirst() }
        return reserved.contains(name) ? "exported_\(name)" : name
    }

    /// Returns a value without secrets and control characters. A value that is too long ends with a hash of the whole value, because series
    /// of different values must not become one.
    static func safeValue(_ value: String) -> String {
        let blanked = Secrets.blanked(value)
        let shown = value.contains("://") ? String(blanked.prefix { $0 != "?" && $0 != "#" }) : blanked
        let (radix, digits) = (16, 16)
        let cleaned = SafeText.clean(shown, limit: maximumValueLength)
        guard cleaned != SafeText.clean(shown, limit: maximumValueLength + 1) else { return cleaned }
        return SafeText.clean(shown, limit: maximumValueLength - 1 - digits) + String(hash(of: shown), radix: radix)
    }

    /// Returns a hash that is the same in every process (FNV-1a, 64 bits).
    private static func hash(of text: String) -> UInt64 {
        let (basis, prime): (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x100_0000_01b3)
        return text.utf8.reduce(basis) { ($0 ^ UInt64($1)) &* prime }
    }
}
