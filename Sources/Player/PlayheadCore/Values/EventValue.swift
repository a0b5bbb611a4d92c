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

extension EventValue {
    /// The value with all numbers rounded to a millionth, so that sums of times are written without the error of their representation.
    package var rounded: EventValue {
        switch self {
        case .double(let number): .double(Self.rounded(number))
        case .array(let values): .array(values.map(\.rounded))
        case .object(let fields): .object(fields.fields.reduce(into: [:] as EventFields) { $0[$1.key] = $1.value.rounded })
        case .null, .bool, .int, .string: self
        }
    }

    private static func rounded(_ number: Double) -> Double {
        let (million, limit) = (1_000_000.0, 1e9)
        guard abs(number) < limit else { return number }
        return (number * million).rounded() / million
    }
}

extension Optional where Wrapped == Int {
    /// The value; null if it is absent.
    package var eventValue: EventValue { map { .int($0) } ?? .null }
}

extension Optional where Wrapped == Double {
    /// The value; null if it is absent.
    package var eventValue: EventValue { map { .double($0) } ?? .null }
}

extension Optional where Wrapped == String {
    /// The value; null if it is absent.
    package var eventValue: EventValue { map { .string($0) } ?? .null }
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
