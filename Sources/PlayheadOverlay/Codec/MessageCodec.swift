import PlayheadCore

/// Messages on the wire: `{"event": name, "payload": {…}}`, and from pages with the `nonce` that their session was given.
enum MessageCodec {
    /// A message as it came.
    struct Received: Sendable, Hashable {
        var message: OverlayMessage
        /// What the sender knew of the session.
        var nonce: String?
    }

    private enum Field {
        static let event = "event"
        static let payload = "payload"
        static let nonce = "nonce"
    }

    /// The text of a message. It has neither `<` nor line separators, so that it is harmless inside a script, too.
    static func text(of message: OverlayMessage, nonce: String? = nil) -> String {
        var envelope: EventFields = [Field.event: .string(message.name.rawValue)]
        let payload = message.payload
        if !payload.fields.isEmpty { envelope[Field.payload] = .object(payload) }
        if let nonce { envelope[Field.nonce] = .string(nonce) }
        return scriptSafe(JSONText.text(.object(envelope)))
    }

    /// What a page is told first: the nonce of its session, the version of the protocol, what it may steer, and the parameters of the app.
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

    /// Reads a message, whoever sent it.
    /// - Throws: Why it is none.
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
    /// The attribute of a key, or `nil`.
    func attribute(_ key: String) -> AttributeDefinition? { attributes.first { $0.key == key } }

    /// The message with such attributes, each of which is checked already.
    /// - Throws: Which of them is missing.
    func message(_ values: AttributeValues) throws(MessageFault) -> OverlayMessage {
        for attribute in attributes where attribute.isRequired && values[attribute.key] == nil { throw .missing(attribute.key) }
        guard let name = OverlayMessageName(rawValue: name), let message = OverlayMessage(name, values) else { throw .unknownEvent(name) }
        return message
    }
}

extension OverlayMessage {
    /// Reads a message from its text on the wire; `nil` where it is none.
    public init?(text: String) {
        guard let received = try? MessageCodec.message(of: text) else { return nil }
        self = received.message
    }

    /// The message on the wire.
    /// - Parameter nonce: What a page was given for its session; `nil` for messages to a page.
    public func text(nonce: String? = nil) -> String { MessageCodec.text(of: self, nonce: nonce) }

    /// What it carries, on the wire, in the order of the definition.
    var payload: EventFields {
        let values = values
        var fields: EventFields = [:]
        for attribute in name.definition?.attributes ?? [] { fields[attribute.key] = values[attribute.key]?.eventValue }
        return fields
    }
}

extension OverlayMessageName {
    /// What the catalogue says of it.
    public var definition: MessageDefinition? { OverlayCatalogue.definition(of: rawValue) }
}
