import Foundation
import PlayheadCore

/// A message between a player and an interactive creative (SIMID 1.2 §4): a JSON object.
package struct SIMIDMessage: Sendable, Hashable {
    /// The maximum length of a message, in bytes.
    private static let maximumLength = 1 << 16

    /// The session id, which the creative chooses.
    package var sessionID: String
    /// The sequence number of the sender's message, from 0.
    package var messageID: Int
    /// The time of sending, in milliseconds since 1970.
    package var timestamp: Int
    /// The type: `createSession`, `resolve`, `SIMID:Player:init`, …
    package var type: String
    /// The arguments.
    package var arguments: EventFields

    /// Creates a message.
    package init(sessionID: String, messageID: Int, timestamp: Int = 0, type: String, arguments: EventFields = [:]) {
        self.sessionID = sessionID
        self.messageID = messageID
        self.timestamp = timestamp
        self.type = type
        self.arguments = arguments
    }

    /// Parses a message; `nil` if it is invalid.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, let read = try? JSONDecoder().decode(Read.self, from: Data(text.utf8)),
            read.messageId >= 0
        else { return nil }
        var arguments: EventFields = [:]
        if case .object(let fields) = read.args?.value { arguments = fields }
        self.init(
            sessionID: read.sessionId, messageID: read.messageId, timestamp: Int(exactly: read.timestamp?.rounded() ?? 0) ?? 0,
            type: read.type, arguments: arguments)
    }

    /// The message as JSON.
    package var text: String {
        JSONText.text(
            .object([
                "sessionId": .string(sessionID), "messageId": .int(messageID), "timestamp": .int(timestamp), "type": .string(type),
                "args": .object(arguments),
            ]))
    }

    private struct Read: Decodable {
        var sessionId: String
        var messageId: Int
        var timestamp: Double?
        var type: String
        var args: JSONValue?
    }
}

/// A JSON value of any type.
private struct JSONValue: Decodable {
    var value: EventValue

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            // The limit bounds the linear search for fields.
            let maximumCount = 500
            guard object.allKeys.count <= maximumCount else { throw CocoaError(.coderInvalidValue) }
            var fields: EventFields = [:]
            for key in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                fields[key.stringValue] = try object.decode(JSONValue.self, forKey: key).value
            }
            value = .object(fields)
        } else if var list = try? decoder.unkeyedContainer() {
            var values: [EventValue] = []
            while !list.isAtEnd { values.append(try list.decode(JSONValue.self).value) }
            value = .array(values)
        } else {
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                value = .null
            } else if let bool = try? single.decode(Bool.self) {
                value = .bool(bool)
            } else if let number = try? single.decode(Double.self) {
                value = .double(number)
            } else {
                value = .string(try single.decode(String.self))
            }
        }
    }
}

extension EventFields {
    /// Returns a string.
    func text(_ key: String) -> String? { if case .string(let text) = self[key] { text } else { nil } }

    /// Returns a number.
    func number(_ key: String) -> Double? {
        switch self[key] {
        case .double(let number): number
        case .int(let number): Double(number)
        default: nil
        }
    }

    /// Returns a Boolean.
    func flag(_ key: String) -> Bool? { if case .bool(let flag) = self[key] { flag } else { nil } }
}
