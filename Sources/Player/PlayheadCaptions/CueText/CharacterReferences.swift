/// HTML's character references, such as `&amp;` and `&#39;` (HTML standard §13.2.5.72 to 13.2.5.80, outside of attributes).
enum CharacterReferences {
    /// The expansion of a name.
    private struct Entry {
        var text: String
        /// Whether the name is valid without a semicolon too.
        var needsNoSemicolon: Bool
    }

    /// The maximum length of names, and of those that are valid without a semicolon.
    private static let maximumNameLength = 31
    private static let maximumNameLengthWithoutSemicolon = 6

    private static let entries: [String: Entry] = {
        var entries: [String: Entry] = [:]
        entries.reserveCapacity(2200)
        let words = namesAndCodePoints.utf8.split(whereSeparator: ASCII.isWhitespace)
        for (name, codes) in zip(words, words.dropFirst()).enumerated().lazy.filter({ $0.offset.isMultiple(of: 2) }).map(\.element) {
            let scalars = codes.split(separator: UInt8(ascii: "+")).compactMap { code in
                UInt32(Substring(code), radix: 16).flatMap(Unicode.Scalar.init)
            }
            let needsNoSemicolon = name.last == UInt8(ascii: "!")
            let key = String(Substring(needsNoSemicolon ? name.dropLast() : name))
            entries[key] = Entry(text: String(String.UnicodeScalarView(scalars)), needsNoSemicolon: needsNoSemicolon)
        }
        return entries
    }()

    /// Returns the expansion of the reference that starts with the `&` at an index, and its end; `nil` if there is none.
    static func consume(_ input: [UInt8], at ampersand: Int) -> (text: String, end: Int)? {
        let start = ampersand + 1
        guard start < input.count else { return nil }
        if input[start] == ASCII.numberSign { return consumeNumber(input, at: start + 1) }
        var end = start
        while end < input.count, end - start <= maximumNameLength, ASCII.isLetterOrDigit(input[end]) { end += 1 }
        guard end > start else { return nil }
        if end < input.count, input[end] == ASCII.semicolon,
            let entry = entries[String(decoding: input[start..<end], as: UTF8.self)]
        {
            return (entry.text, end + 1)
        }
        for length in stride(from: min(end - start, maximumNameLengthWithoutSemicolon), through: 2, by: -1) {
            // bounded: the loop starts at the rest of the input
            let name = String(decoding: input[start..<(start + length)], as: UTF8.self)
            if let entry = entries[name], entry.needsNoSemicolon { return (entry.text, start + length) }
        }
        return nil
    }

    /// Parses a numeric reference after the number sign.
    private static func consumeNumber(_ input: [UInt8], at start: Int) -> (text: String, end: Int)? {
        var position = start
        let isHexadecimal = position < input.count && input[position] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { position += 1 }
        let firstDigit = position
        var code: UInt32 = 0
        while position < input.count, let digit = ASCII.hexDigit(input[position]), isHexadecimal || digit < 10 {
            // Code points above Unicode's maximum are all equivalent.
            code = min(code * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
            position += 1
        }
        guard position > firstDigit else { return nil }
        if position < input.count, input[position] == ASCII.semicolon { position += 1 }
        let scalar = code == 0 ? nil : Windows1252.character(code)
        return (String(scalar ?? "\u{FFFD}"), position)
    }
}
