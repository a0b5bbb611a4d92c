import PlayheadCore

/// The value of an attribute, of the type in its definition.
enum AttributeValue: Sendable, Hashable {
    case string(String)
    case strings([String])
    case boolean(Bool)
    case int(Int)
    case int64(Int64)
    case float(Float)
    case error(OverlayError)

    /// The value for encoding.
    var eventValue: EventValue {
        switch self {
        case .string(let value): .string(value)
        case .strings(let values): .array(values.map { .string($0) })
        case .boolean(let value): .bool(value)
        case .int(let value): .int(value)
        case .int64(let value): .int(Int(value))
        // The shortest text of the number is used, so that 0.1 stays 0.1.
        case .float(let value): .double(Double(value.description) ?? Double(value))
        case .error(let error):
            .object(["level": .string(error.level.rawValue), "code": .int(error.code), "message": .string(error.message)])
        }
    }

    /// The value for a notification.
    var userInfoValue: any Sendable {
        switch self {
        case .string(let value): value
        case .strings(let values): values
        case .boolean(let value): value
        case .int(let value): value
        case .int64(let value): value
        case .float(let value): value
        case .error(let error): error
        }
    }
}

/// The attributes of a message by key, validated against the definition.
struct AttributeValues: Sendable, Hashable {
    private(set) var values: [String: AttributeValue] = [:]

    subscript(key: String) -> AttributeValue? {
        get { values[key] }
        set { values[key] = newValue }
    }

    func string(_ key: String) -> String? { if case .string(let value)? = values[key] { value } else { nil } }
    func strings(_ key: String) -> [String]? { if case .strings(let value)? = values[key] { value } else { nil } }
    func boolean(_ key: String) -> Bool? { if case .boolean(let value)? = values[key] { value } else { nil } }
    func int(_ key: String) -> Int? { if case .int(let value)? = values[key] { value } else { nil } }
    func int64(_ key: String) -> Int64? { if case .int64(let value)? = values[key] { value } else { nil } }
    func float(_ key: String) -> Float? { if case .float(let value)? = values[key] { value } else { nil } }
    func error(_ key: String) -> OverlayError? { if case .error(let value)? = values[key] { value } else { nil } }
    func choice<Choice: RawRepresentable<String>>(_ key: String) -> Choice? { string(key).flatMap { Choice(rawValue: $0) } }
}
