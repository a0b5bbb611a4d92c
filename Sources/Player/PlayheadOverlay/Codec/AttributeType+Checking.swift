extension AttributeType {
    /// Returns the value of an attribute in a JSON message.
    /// - Throws: ``MessageFault`` if the value does not have this type.
    func value(of json: JSONValue, key: String) throws(MessageFault) -> AttributeValue {
        switch (self, json) {
        case (.error, .object(let members)): return .error(try Self.error(members, key))
        case (.string, .string(let text)), (.json, .string(let text)), (.choice, .string(let text)): return try checked(.string(text), key)
        case (.strings, .array(let values)):
            var texts: [String] = []
            for value in values {
                guard case .string(let text) = value else { throw wrongType(key) }
                texts.append(text)
            }
            return try checked(.strings(texts), key)
        case (.boolean, .bool(let value)): return .boolean(value)
        case (.int, .int(let value)): return try checked(.int(value), key)
        case (.int64, .int(let value)): return try checked(.int64(Int64(value)), key)
        case (.int, .double(let value)): return try checked(.int(try whole(value, key)), key)
        case (.int64, .double(let value)): return try checked(.int64(Int64(try whole(value, key))), key)
        case (.float, .int(let value)): return try checked(.float(Float(value)), key)
        case (.float, .double(let value)): return try checked(.float(Float(value)), key)
        default: throw wrongType(key)
        }
    }

    /// Returns the value of an attribute in a notification, converted from a similar type if necessary.
    /// - Throws: ``MessageFault`` if the value does not have this type.
    func value(of any: Any, key: String) throws(MessageFault) -> AttributeValue {
        switch self {
        case .string, .json, .choice: if let text = any as? String { return try checked(.string(text), key) }
        case .strings: if let texts = any as? [String] { return try checked(.strings(texts), key) }
        case .boolean: if let value = any as? Bool { return .boolean(value) }
        case .int: if let value = Self.integer(any) { return try checked(.int(value), key) }
        case .int64: if let value = Self.integer(any) { return try checked(.int64(Int64(value)), key) }
        case .float:
            if let value = any as? Float ?? (any as? Double).map({ Float($0) }) ?? Self.integer(any).map({ Float($0) }) {
                return try checked(.float(value), key)
            }
        case .error: if let error = any as? OverlayError { return .error(error) }
        }
        throw wrongType(key)
    }

    /// Returns the value if it is in the allowed range.
    func checked(_ value: AttributeValue, _ key: String) throws(MessageFault) -> AttributeValue {
        let isAllowed =
            switch (self, value) {
            case (.string(let length), .string(let text)): text.utf8.count <= length
            case (.strings(let count, let length), .strings(let texts)):
                texts.count <= count && texts.allSatisfy { $0.utf8.count <= length }
            case (.choice(let choice), .string(let text)): choice.values.contains(text)
            case (.int(let range), .int(let number)): range.contains(number)
            case (.int64(let range), .int64(let number)): range.contains(number)
            case (.float(let range), .float(let number)): range.contains(number)
            case (.json, .string(let text)): (try? JSONReader.value(of: text)) != nil
            default: true
            }
        guard isAllowed else { throw .outOfRange(key, expected: expectation) }
        return value
    }

    /// The description of valid values for error messages.
    var expectation: String {
        switch self {
        case .string(let length): "a text of at most \(length) bytes"
        case .json: "the text of a JSON value"
        case .strings(let count, let length): "a list of at most \(count) texts of at most \(length) bytes"
        case .boolean: "true or false"
        case .int(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .int64(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .float(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let choice): "one of " + choice.values.joined(separator: ", ")
        case .error: "an error"
        }
    }

    private func wrongType(_ key: String) -> MessageFault { .wrongType(key, expected: expectation) }

    /// A float such as 12.0 is accepted as an integer.
    private func whole(_ value: Double, _ key: String) throws(MessageFault) -> Int {
        guard let number = Int(exactly: value) else { throw wrongType(key) }
        return number
    }

    private static func integer(_ any: Any) -> Int? {
        // A Bool is not a number, although Foundation may bridge it.
        if any is Bool { return nil }
        return (any as? any BinaryInteger).flatMap { Int(exactly: $0) }
    }

    private static func error(_ members: [JSONValue.Member], _ key: String) throws(MessageFault) -> OverlayError {
        var level: OverlayError.Level?
        var code: Int?
        var message: String?
        for member in members {
            switch (member.key, member.value) {
            case ("level", .string(let text)): level = OverlayError.Level(rawValue: text)
            case ("code", .int(let number)): code = number
            case ("message", .string(let text)): message = text
            default: throw .wrongType(key, expected: "an error")
            }
        }
        guard let level, let code, let message else { throw .wrongType(key, expected: "an error") }
        return OverlayError(level: level, code: code, message: message)
    }
}
