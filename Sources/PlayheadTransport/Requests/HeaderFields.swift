/// Header fields in the order in which they were given or received; names compare without regard to case (RFC 9110 §5.1).
public struct HeaderFields: Sendable, Hashable {
    /// One field.
    public struct Field: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in order.
    public private(set) var fields: [Field]

    /// Makes an empty list.
    public init() { fields = [] }

    /// Makes a list of name and value pairs.
    public init(_ pairs: [(String, String)]) {
        fields = pairs.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value of a field, or `nil`.
    public subscript(name: String) -> String? {
        fields.first { Self.matches($0.name, name) }?.value
    }

    /// All values of a field, in order.
    public func values(of name: String) -> [String] {
        fields.filter { Self.matches($0.name, name) }.map(\.value)
    }

    /// Whether there is such a field.
    public func contains(_ name: String) -> Bool { self[name] != nil }

    /// Adds a field at the end.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Puts one field in the place of all of that name.
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
    /// Makes a list of names and values, in the order written.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }
}

extension HeaderFields: CustomStringConvertible, CustomDebugStringConvertible {
    /// The names only: a value may be a secret, and descriptions end up in logs.
    public var description: String { "HeaderFields(\(fields.map(\.name).joined(separator: ", ")))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
}

extension HeaderFields: CustomReflectable {
    /// The names only, as in ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["names": fields.map(\.name)]) }
}

extension HeaderFields.Field: CustomStringConvertible, CustomReflectable {
    /// The name only: a value may be a secret.
    public var description: String { name }
    /// The name only, as in ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
