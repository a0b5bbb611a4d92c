import PlayheadCore

/// Encodes and decodes messages: `{"event": name, "payload": {…}}`, and for messages of pages the `nonce` of their session.
enum MessageCodec {
    /// A decoded message.
    struct Received: Sendable, Hashable {
        var message: OverlayMessage
        /// The nonce in the message.
        var nonce: String?
    }

    private enum Field {
        static let event = "event"
        static let payload = "payload"
        static let nonce = "nonce"
    }

    /// Encodes a message. The text contains neither `<` nor line separators, so that it is safe inside of a script.
    static func text(of message: OverlayMessage, nonce: String? = nil) -> String {
        var envelope: EventFields = [Field.event: .string(message.name.rawValue)]
        let payload = message.payload
        if !payload.fields.isEmpty { envelope[Field.payload] = .object(payload) }
        if let nonce { envelope[Field.nonce] = .string(nonce) }
        return scriptSafe(JSONText.text(.object(envelope)))
    }

    /// Encodes the greeting of a page: the nonce of its session, the version of the protocol, its permissions, and the app's parameters.
    static func greeting(nonce: String, permissions: Set<OverlayPermission>, parameters: [String: String]) -> String {
        var given: EventFields = [:]
        for (key, value) in parameters.sorted(by: { $0.key < $1.key }) { given[key] = .string(value) }
        let granted = OverlayPermission.allCases.filter(permissions.contains).map { EventValue.string($0.rawValue) }
        return scriptSafe(
            JSONText.text(
                .object([
                    "session": .object([
                        Field.nonce: .string(nonce), "version": .int(OverlayCatalogue.version), "permissions": .array(granted),
                        "parameters": .object(given),
                    ])
                ])))
    }

    /// Decodes a message of any sender.
    /// - Throws: ``MessageFault`` if the text is no valid message.
    static func message(of text: String) throws(MessageFault) -> Received {
        let value: JSONValue
        do throws(JSONReader.Fault) {
            value = try JSONReader.value(of: text)
        } catch {
            throw .malformed("\(error.what), at byte \(error.offset)")
        }
        guard case .object(let members) = value else { throw .noEnvelope }
        var name: String?
        var payload: [JSONValue.Member] = []
        var nonce: String?
        for member in members {
            switch (member.key, member.value) {
            case (Field.event, .string(let text)): name = text
            case (Field.payload, .object(let members)): payload = members
            case (Field.nonce, .string(let text)): nonce = text
            case (Field.event, _), (Field.nonce, _): throw .wrongType(member.key, expected: "a text")
            case (Field.payload, _): throw .wrongType(member.key, expected: "an object")
            default: throw .unknownField(member.key)
            }
        }
        guard let name else { throw .noEvent }
        guard let definition = OverlayCatalogue.definition(of: name) else { throw .unknownEvent(name) }
        var values = AttributeValues()
        for member in payload {
            guard let attribute = definition.attribute(member.key) else { throw .unknownAttribute(member.key) }
            values[member.key] = try attribute.type.value(of: member.value, key: member.key)
        }
        return Received(message: try definition.message(values), nonce: nonce)
    }

    private static func scriptSafe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0 == "<" || $0 == "\u{2028}" || $0 == "\u{2029}" }) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": safe += "\\u003c"
            case "\u{2028}": safe += "\\u2028"
            case "\u{2029}": safe += "\\u2029"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}

extension MessageDefinition {
    /// Returns the attribute of a key, or `nil`.
    func attribute(_ key: String) -> AttributeDefinition? { attributes.first { $0.key == key } }

    /// Returns the message with these attributes, which have been validated.
    /// - Throws: ``MessageFault`` if an attribute is missing.
    func message(_ values: AttributeValues) throws(MessageFault) -> OverlayMessage {
        for attribute in attributes where attribute.isRequired && values[attribute.key] == nil { throw .missing(attribute.key) }
        guard let name = OverlayMessageName(rawValue: name), let message = OverlayMessage(name, values) else { throw .unknownEvent(name) }
        return message
    }
}

extension OverlayMessage {
    /// Decodes a message; `nil` if it is invalid.
    public init?(text: String) {
        guard let received = try? MessageCodec.message(of: text) else { return nil }
        self = received.message
    }

    /// Encodes the message.
    /// - Parameter nonce: The nonce of a page's session; `nil` for messages to a page.
    /// - Returns: The message in JSON.
    public func text(nonce: String? = nil) -> String { MessageCodec.text(of: self, nonce: nonce) }

    /// The payload of the encoded message, in the order of the definition.
    var payload: EventFields {
        let values = values
        var fields: EventFields = [:]
        for attribute in name.definition?.attributes ?? [] { fields[attribute.key] = values[attribute.key]?.eventValue }
        return fields
    }
}

extension OverlayMessageName {
    /// The definition in the catalogue.
    package var definition: MessageDefinition? { OverlayCatalogue.definition(of: rawValue) }
}
