import Foundation

/// A line of mpv's JSON IPC protocol: a command, reply or event.
enum MpvLine: Equatable {
    /// An observed property has this value; `nil` if it has none.
    case property(String, MpvValue?)
    /// An event.
    case event(String)
    /// The result of a command; `error` is `nil` on success.
    case reply(request: Int, error: String?)

    /// Parses a line; `nil` if it is invalid.
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

    /// Returns the line for a command, with its line end.
    static func command(_ words: [MpvValue], request: Int) -> String {
        let object: [String: Any] = ["command": words.map(\.json), "request_id": request]
        // These types are always encodable.
        let data = (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Removes and returns the complete lines; the rest remains.
    static func lines(from bytes: inout [UInt8]) -> [String] {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        bytes = Array(parts.last ?? [])
        return parts.dropLast().filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A value of a property or of an argument.
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
        // NSNumber represents Booleans as well.
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
