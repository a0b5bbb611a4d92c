/// A value in the payload of an event, as in JSON, notifications and traces.
public indirect enum EventValue: Sendable, Hashable, Codable {
    /// The absence of a value, for keys that are always present.
    case null
    /// A Boolean.
    case bool(Bool)
    /// An integer.
    case int(Int)
    /// A number; may be infinite (the duration of a live stream).
    case double(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([EventValue])
    /// Named values, in order.
    case object(EventFields)
}

extension EventValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes an integer.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// Makes a number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// The payload of an event: named values in the order of the catalogue.
public struct EventFields: Sendable, Hashable, Codable, ExpressibleByDictionaryLiteral {
    /// One named value.
    public struct Field: Sendable, Hashable, Codable {
        /// The key.
        public var key: String
        /// The value.
        public var value: EventValue
    }

    /// The fields, in order; keys are unique.
    public private(set) var fields: [Field] = []

    /// Makes fields from a literal; the last value of a repeated key is kept.
    public init(dictionaryLiteral elements: (String, EventValue)...) {
        for (key, value) in elements { self[key] = value }
    }

    /// The value of `key`, or `nil`; assigning `nil` removes the field.
    public subscript(key: String) -> EventValue? {
        get { fields.first { $0.key == key }?.value }
        set {
            let index = fields.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): fields[index].value = value
            case (let index?, nil): fields.remove(at: index)
            case (nil, let value?): fields.append(Field(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}
