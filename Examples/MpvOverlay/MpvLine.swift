import Foundation

/// mpv's JSON IPC: a line for each command, reply and event.
enum MpvLine: Equatable {
    /// A property that is observed has this value now; `nil` while it has none.
    case property(String, MpvValue?)
    /// Something happened.
    case event(String)
    /// A command was carried out, or why it was not.
    case reply(request: Int, error: String?)

    /// Reads a line; `nil` where it is none of the protocol's.
    init?(_ line: String) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { return nil }
        if let event = object["event"] as? String {
            guard event == "property-change" else {
                self = .event(event)
                return
            }
            guard let name = object["name"] as? String else { return nil }
            self = .property(name, MpvValue(object["data"]))
        } else if let error = object["error"] as? String {
            self = .reply(request: object["request_id"] as? Int ?? 0, error: error == "success" ? nil : error)
        } else {
            return nil
        }
    }

    /// The line of a command, with the end of the line.
    static func command(_ words: [MpvValue], request: Int) -> String {
        let object: [String: Any] = ["command": words.map(\.json), "request_id": request]
        // These types can be written always.
        let data = (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Takes whole lines out of what has come so far; the rest of one stays.
    static func lines(from bytes: inout [UInt8]) -> [String] {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        bytes = Array(parts.last ?? [])
        return parts.dropLast().filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A value of a property or in a command.
enum MpvValue: Equatable, ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    case text(String)
    case number(Double)
    case flag(Bool)

    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(booleanLiteral value: Bool) { self = .flag(value) }

    init?(_ json: Any?) {
        switch json {
        case let text as String: self = .text(text)
        // A Boolean is a number, too, to NSNumber.
        case let number as NSNumber where CFBooleanKind.isBoolean(number): self = .flag(number.boolValue)
        case let number as NSNumber: self = .number(number.doubleValue)
        default: return nil
        }
    }

    var json: Any {
        switch self {
        case .text(let text): text
        case .number(let number): number
        case .flag(let flag): flag
        }
    }
}

private enum CFBooleanKind {
    static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
