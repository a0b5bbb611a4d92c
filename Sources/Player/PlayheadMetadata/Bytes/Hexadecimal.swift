/// The hexadecimal encoding of bytes.
enum Hexadecimal {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes `bytes` in upper case, with the prefix `0x` of playlists (RFC 8216bis §4.2).
    static func encode(_ bytes: [UInt8]) -> String {
        var text = Array("0x".utf8)
        text.reserveCapacity(2 + bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes `text`, with or without `0x`; `nil` if it is invalid or has an odd number of digits.
    static func decode(_ text: String) -> [UInt8]? {
        var characters = ArraySlice(Array(text.utf8))
        if characters.starts(with: "0x".utf8) || characters.starts(with: "0X".utf8) { characters.removeFirst(2) }
        guard characters.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 2)
        var high: UInt8?
        for character in characters {
            guard let digit = value(of: character) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
