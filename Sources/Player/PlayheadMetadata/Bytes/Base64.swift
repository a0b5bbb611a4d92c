/// The base64 encoding of RFC 4648 §4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Encodes `bytes`, with padding.
    static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Self.alphabet
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var group = 0
        var held = 0
        for byte in bytes {
            group = group << 8 | Int(byte)
            held += 1
            if held == 3 {
                text.append(alphabet[group >> 18])
                text.append(alphabet[group >> 12 & 63])
                text.append(alphabet[group >> 6 & 63])
                text.append(alphabet[group & 63])
                group = 0
                held = 0
            }
        }
        if held == 1 { text += [alphabet[group >> 2], alphabet[group << 4 & 63], padding, padding] }
        if held == 2 { text += [alphabet[group >> 10], alphabet[group >> 4 & 63], alphabet[group << 2 & 63], padding] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes `text`, with or without padding, also in the alphabet for URLs; `nil` if it is invalid.
    static func decode(_ text: String) -> [UInt8]? {
        var characters = Array(text.utf8)
        while characters.last == padding { characters.removeLast() }
        guard characters.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3 + 2)
        var group = 0
        var bits = 0
        for character in characters {
            guard let value = value(of: character) else { return nil }
            group = (group << 6 | value) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> bits))
            }
        }
        return bytes
    }

    private static func value(of character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
