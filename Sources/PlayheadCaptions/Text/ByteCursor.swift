/// A place in a line, with what parsers do there.
struct ByteCursor {
    /// What is left.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether nothing is left.
    var isAtEnd: Bool { rest.isEmpty }

    /// Goes past ASCII whitespace.
    mutating func skipWhitespace() {
        while let byte = rest.first, ASCII.isWhitespace(byte) { rest.removeFirst() }
    }

    /// Goes past a byte if it is there.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    /// Goes past a text if it is there.
    mutating func skip(_ text: StaticString) -> Bool {
        guard rest.starts(with: text) else { return false }
        rest.removeFirst(text.utf8CodeUnitCount)
        return true
    }

    /// Goes past digits, and gives them.
    mutating func digits() -> ArraySlice<UInt8> {
        let digits = rest.prefix(while: ASCII.isDigit)
        rest.removeFirst(digits.count)
        return digits
    }
}

extension ArraySlice<UInt8> {
    /// The number that these digits are, as near as a floating-point number gets; at most the greatest finite one.
    var decimalValue: Double {
        // Up to 15 digits are exact this way, and quicker than reading a text.
        if count <= 15 { return Double(reduce(into: 0) { $0 = $0 * 10 + Int($1 - ASCII.zero) }) }
        return Swift.min(Double(text) ?? .greatestFiniteMagnitude, .greatestFiniteMagnitude)
    }
}
