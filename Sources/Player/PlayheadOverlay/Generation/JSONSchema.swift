import PlayheadCore

/// Generates the JSON schema of the messages, for authoring tools.
package enum JSONSchema {
    /// The schema (JSON Schema 2020-12), with one line for each message.
    package static let text: String = {
        let definitions = OverlayCatalogue.messages.map { "    \(JSONText.text(.string($0.name))): \(JSONText.text(schema(of: $0)))" }
        let names = OverlayCatalogue.messages.map { "    \(JSONText.text(.object(["$ref": .string("#/$defs/\($0.name)")])))" }
        return """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": "Messages between a Playhead overlay and its page, version \(OverlayCatalogue.version)",
              "oneOf": [
            \(names.joined(separator: ",\n"))
              ],
              "$defs": {
            \(definitions.joined(separator: ",\n"))
              }
            }

            """
    }()

    private static func schema(of message: MessageDefinition) -> EventValue {
        var properties: EventFields = ["event": .object(["const": .string(message.name)])]
        var required: [EventValue] = ["event"]
        if message.source == .page {
            properties["nonce"] = .object(["type": "string"])
            required.append("nonce")
        }
        if !message.attributes.isEmpty {
            var attributes: EventFields = [:]
            for attribute in message.attributes { attributes[attribute.key] = .object(schema(of: attribute)) }
            let needed = message.attributes.filter(\.isRequired).map { EventValue.string($0.key) }
            properties["payload"] = .object([
                "type": "object", "properties": .object(attributes), "required": .array(needed), "additionalProperties": false,
            ])
            required.append("payload")
        } else {
            properties["payload"] = .object(["type": "object", "maxProperties": 0])
        }
        return .object([
            "description": .string(message.summary), "type": "object", "properties": .object(properties), "required": .array(required),
            "additionalProperties": false,
        ])
    }

    private static func schema(of attribute: AttributeDefinition) -> EventFields {
        var fields: EventFields = ["description": .string(attribute.summary)]
        switch attribute.type {
        case .string(let length):
            fields["type"] = "string"
            fields["maxLength"] = .int(length)
        case .json:
            fields["type"] = "string"
            fields["contentMediaType"] = "application/json"
        case .strings(let count, let length):
            fields["type"] = "array"
            fields["maxItems"] = .int(count)
            fields["items"] = .object(["type": "string", "maxLength": .int(length)])
        case .boolean: fields["type"] = "boolean"
        case .int(let range):
            fields["type"] = "integer"
            fields["minimum"] = .int(range.lowerBound)
            fields["maximum"] = .int(range.upperBound)
        case .int64(let range):
            fields["type"] = "integer"
            fields["minimum"] = .int(Int(range.lowerBound))
            fields["maximum"] = .int(Int(range.upperBound))
        case .float(let range):
            fields["type"] = "number"
            fields["minimum"] = .double(Double(range.lowerBound))
            fields["maximum"] = .double(Double(range.upperBound))
        case .choice(let choice): fields["enum"] = .array(choice.values.map { .string($0) })
        case .error:
            fields["type"] = "object"
            fields["properties"] = .object([
                "level": .object(["enum": .array(OverlayError.Level.allCases.map { .string($0.rawValue) })]),
                "code": .object(["type": "integer"]), "message": .object(["type": "string"]),
            ])
            fields["required"] = .array(["level", "code", "message"])
            fields["additionalProperties"] = false
        }
        return fields
    }
}
