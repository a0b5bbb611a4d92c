/// Maps bytes and sequences to keys.
extension KeyParser {
    /// Returns the key of a character in UTF-8, or of a control character; `nil` if it is incomplete or malformed.
    static func key(character bytes: [UInt8]) -> Key? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x0D, 0x0A: return Key(.enter)
        case 0x09: return Key(.tab)
        case 0x08, 0x7F: return Key(.backspace)
        case 0x00: return Key(.character(" "), .control)
        case 0x01...0x1A: return Key(.character(Character(Unicode.Scalar(first + 0x60))), .control)
        case 0x1C...0x1F: return Key(.character(Character(Unicode.Scalar(first + 0x40))), .control)
        default: break
        }
        guard bytes.count == length(ofCharacterFrom: first), let text = String(validating: bytes, as: UTF8.self), let character = text.first
        else { return nil }
        return Key(.character(character))
    }

    /// Returns the byte count of a character by its first byte; 1 for an invalid first byte.
    static func length(ofCharacterFrom first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Returns the key of one of xterm's sequences, by its final byte and parameters.
    static func key(final: UInt8, parameters: [Int?]) -> Key? {
        var modifiers = Key.Modifiers()
        if parameters.count > 1, let parameter = parameters[1], (1...16).contains(parameter) {
            modifiers = Key.Modifiers(rawValue: parameter - 1)
        }
        if final == UInt8(ascii: "Z") { return Key(.tab, .shift) }
        if final == UInt8(ascii: "~") {
            guard let number = parameters.first ?? nil, let code = tildeCodes[number] else { return nil }
            return Key(code, modifiers)
        }
        return finalCodes[final].map { Key($0, modifiers) }
    }

    private static let finalCodes: [UInt8: Key.Code] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "M"): .enter,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
    ]

    private static let tildeCodes: [Int: Key.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]
}
