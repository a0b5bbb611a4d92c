/// The keys and values of one report.
package struct CMCDData: Sendable, Hashable {
    /// The version of the specification.
    package var version: CMCDVersion
    /// The values by the names of their keys.
    package private(set) var members: [String: CMCDValue] = [:]

    /// Creates data without keys.
    package init(version: CMCDVersion) { self.version = version }

    /// The value of a standard key.
    package subscript(key: CMCDKey) -> CMCDValue? {
        get { members[key.rawValue] }
        set { members[key.rawValue] = newValue }
    }

    /// The value of a key, standard or custom, by its name.
    package subscript(name name: String) -> CMCDValue? {
        get { members[name] }
        set { members[name] = newValue }
    }

    /// The integer of a key; for an inner list, its first one.
    package func integer(_ key: CMCDKey) -> Int? {
        if case .integer(let number)? = self[key]?.items.first?.value { number } else { nil }
    }

    /// The string or token of a key; for an inner list, its first one.
    package func text(_ key: CMCDKey) -> String? {
        switch self[key]?.items.first?.value {
        case .string(let text), .token(let text): text
        default: nil
        }
    }

    /// Whether a Boolean key is true.
    package func flag(_ key: CMCDKey) -> Bool { self[key] == .boolean(true) }

    // MARK: Setting values

    /// The limit of integers (RFC 9651 §3.3.1).
    static let maximumInteger = 999_999_999_999_999.0

    /// Sets a number, rounded as the specification requires. A number that is unknown, negative or not finite is not set.
    mutating func set(_ key: CMCDKey, _ number: Double?, for object: CMCDObjectType? = nil) {
        guard let number, let rounded = Self.rounded(number, to: key.rule.rounding) else { return }
        if version == .two, key.rule.kind == .integersByObject {
            self[key] = .list([CMCDItem(rounded, for: object)])
        } else {
            self[key] = .integer(rounded)
        }
    }

    /// Sets an inner list of numbers, each for a kind of object.
    mutating func set(_ key: CMCDKey, _ numbers: [(value: Double, object: CMCDObjectType?)]) {
        let items = numbers.compactMap { number in
            Self.rounded(number.value, to: key.rule.rounding).map { CMCDItem($0, for: number.object) }
        }
        if !items.isEmpty { self[key] = .list(items) }
    }

    /// Sets a text, unless it is empty, too long or not representable.
    mutating func set(_ key: CMCDKey, text: String?) {
        guard let text, !text.isEmpty, StructuredFields.isRepresentable(text), text.utf8.count <= key.maximumLength(in: version) ?? .max
        else { return }
        self[key] = .string(text)
    }

    /// Sets a token.
    mutating func set(_ key: CMCDKey, token: some RawRepresentable<String>) { self[key] = .token(token.rawValue) }

    /// Sets a Boolean, which is present only if it is true.
    mutating func set(_ key: CMCDKey, flag: Bool) { self[key] = flag ? .boolean(true) : nil }

    /// Keeps only keys that `isIncluded` accepts by their names.
    mutating func filter(_ isIncluded: (String) -> Bool) { members = members.filter { isIncluded($0.key) } }

    /// Adds the values of `other`, which replace those of the same keys.
    mutating func merge(_ other: [String: CMCDValue]) { members.merge(other) { $1 } }

    /// Returns a number rounded to the nearest multiple; `nil` if it is negative, not finite or too large.
    static func rounded(_ number: Double, to multiple: Int) -> Int? {
        guard number.isFinite, number >= 0, number <= maximumInteger, let quotient = Int(checked: number / Double(multiple)) else {
            return nil
        }
        return quotient.saturatingMultiplied(by: multiple)
    }
}
