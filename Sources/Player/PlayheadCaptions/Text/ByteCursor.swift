/// A position in a line, with operations for parsers.
struct ByteCursor {
    /// The remaining bytes.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether no bytes remain.
    var isAtEnd: Bool { rest.isEmpty }

    /// Skips ASCII whitespace.
    mutating func skipWhitespace() {
        while let byte = rest.first, ASCII.isWhitespace(byte) { rest.removeFirst() }
    }

    /// Skips a byte if it is next.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips a text if it is next.
    mutating func skip(_ text: StaticString) -> Bool {
        guard rest.starts(with: text) else { return false }
        rest.removeFirst(text.utf8CodeUnitCount)
        return true
    }

    /// Skips and returns digits.
    mutating func digits() -> ArraySlice<UInt8> {
        let digits = rest.prefix(while: ASCII.isDigit)
        rest.removeFirst(digits.count)
        return digits
    }
}

extension ArraySlice<UInt8> {
    /// The number of these digits, as the nearest floating-point number; at most the greatest finite one.
    var decimalValue: Double {
        // Up to 15 digits are exact this way, and faster than parsing a text.
        if count <= 15 { return Double(reduce(into: 0) { $0 = $0 * 10 + Int($1 - ASCII.zero) }) }
        return Swift.min(Double(text) ?? .greatestFiniteMagnitude, .greatestFiniteMagnitude)
    }
}
