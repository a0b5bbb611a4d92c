/// A value in an event's payload, as JSON, notifications and traces carry it.
public indirect enum EventValue: Sendable, Hashable, Codable {
    /// Nothing, where a key is always there but its value is not known.
    case null
    /// A yes or no.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A number; may be infinite (the duration of a live stream).
    case double(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([EventValue])
    /// Named values, in order.
    case object(EventFields)
}

extension EventValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A yes or no.
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

    /// The fields, in order; no key comes twice.
    public private(set) var fields: [Field] = []

    /// Makes fields from a literal; of a repeated key the last value stays.
    public init(dictionaryLiteral elements: (String, EventValue)...) {
        for (key, value) in elements { self[key] = value }
    }

    /// The value of `key`, or `nil`; setting `nil` takes the field away.
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
