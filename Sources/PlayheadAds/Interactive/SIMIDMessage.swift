import Foundation
import PlayheadCore

/// A message between a player and an interactive creative (SIMID 1.2 §4): an object in JSON.
public struct SIMIDMessage: Sendable, Hashable {
    /// Longer ones are not read, in bytes.
    private static let longest = 1 << 16

    /// Which session it is of: the creative's choice.
    public var sessionID: String
    /// Counts its sender's messages, from 0.
    public var messageID: Int
    /// When it was sent, in milliseconds since 1970.
    public var timestamp: Int
    /// What it is: `createSession`, `resolve`, `SIMID:Player:init`, …
    public var type: String
    /// What it says.
    public var arguments: EventFields

    /// Makes a message.
    public init(sessionID: String, messageID: Int, timestamp: Int = 0, type: String, arguments: EventFields = [:]) {
        self.sessionID = sessionID
        self.messageID = messageID
        self.timestamp = timestamp
        self.type = type
        self.arguments = arguments
    }

    /// Reads a message; `nil` for what is none.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let read = try? JSONDecoder().decode(Read.self, from: Data(text.utf8)), read.messageId >= 0
        else { return nil }
        var arguments: EventFields = [:]
        if case .object(let fields) = read.args?.value { arguments = fields }
        self.init(
            sessionID: read.sessionId, messageID: read.messageId, timestamp: Int(exactly: read.timestamp?.rounded() ?? 0) ?? 0,
            type: read.type, arguments: arguments)
    }

    /// The message in JSON.
    public var text: String {
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

/// Any value of JSON.
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
            // Fields are looked for one after the other.
            let most = 500
            guard object.allKeys.count <= most else { throw CocoaError(.coderInvalidValue) }
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
    /// A text.
    func text(_ key: String) -> String? { if case .string(let text) = self[key] { text } else { nil } }

    /// A number.
    func number(_ key: String) -> Double? {
        switch self[key] {
        case .double(let number): number
        case .int(let number): Double(number)
        default: nil
        }
    }

    /// A yes or no.
    func flag(_ key: String) -> Bool? { if case .bool(let flag) = self[key] { flag } else { nil } }
}
