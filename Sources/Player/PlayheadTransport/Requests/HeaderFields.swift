/// A list of header fields in the order in which they were set or received; names are case-insensitive (RFC 9110 §5.1).
public struct HeaderFields: Sendable, Hashable {
    /// A header field.
    public struct Field: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Creates a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in order.
    public private(set) var fields: [Field]

    /// Creates an empty list.
    public init() { fields = [] }

    /// Creates a list from pairs of name and value.
    public init(_ pairs: [(String, String)]) {
        fields = pairs.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value of a field, or `nil`.
    public subscript(name: String) -> String? {
        fields.first { Self.matches($0.name, name) }?.value
    }

    /// Returns all values of a field, in order.
    public func values(of name: String) -> [String] {
        fields.filter { Self.matches($0.name, name) }.map(\.value)
    }

    /// Returns whether the list contains a field.
    public func contains(_ name: String) -> Bool { self[name] != nil }

    /// Appends a field.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Replaces all fields of a name by one field.
    public mutating func set(_ name: String, to value: String) {
        remove(name)
        append(name, value)
    }

    /// Removes all fields of a name.
    public mutating func remove(_ name: String) {
        fields.removeAll { Self.matches($0.name, name) }
    }

    static func matches(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && one.lowercased() == other.lowercased()
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates a list from names and values, in the written order.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }
}

extension HeaderFields: CustomStringConvertible, CustomDebugStringConvertible {
    /// The names only, because a value may be a secret and descriptions are written to logs.
    public var description: String { "HeaderFields(\(fields.map(\.name).joined(separator: ", ")))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
}

extension HeaderFields: CustomReflectable {
    /// The names only, as in ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["names": fields.map(\.name)]) }
}

extension HeaderFields.Field: CustomStringConvertible, CustomReflectable {
    /// The name only, because a value may be a secret.
    public var description: String { name }
    /// The name only, as in ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
