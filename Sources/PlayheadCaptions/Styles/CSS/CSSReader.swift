/// Walks through the tokens of a style sheet.
struct CSSReader {
    private let tokens: ArraySlice<PlacedCSSToken>
    private var index: Int

    init(_ tokens: ArraySlice<PlacedCSSToken>) {
        self.tokens = tokens
        index = tokens.startIndex
    }

    var isAtEnd: Bool { index == tokens.endIndex }
    var token: CSSToken? { isAtEnd ? nil : tokens[index].token }
    /// The line of the next token, or of the last one.
    var line: Int { isAtEnd ? tokens.last?.line ?? 0 : tokens[index].line }

    mutating func advance() { if !isAtEnd { index += 1 } }

    mutating func skipWhitespace() { while token == .whitespace { advance() } }

    /// Goes past the next token if it is this.
    mutating func skip(_ wanted: CSSToken) -> Bool {
        guard token == wanted else { return false }
        advance()
        return true
    }

    /// The tokens up to one of these, which is not in anything that opens before it; it is not gone past.
    mutating func take(until ends: CSSToken...) -> ArraySlice<PlacedCSSToken> {
        let start = index
        var open: [CSSToken] = []
        while let token {
            if open.isEmpty, ends.contains(token) { break }
            if token == open.last {
                open.removeLast()
            } else if let closing = token.closing {
                open.append(closing)
            }
            advance()
        }
        return tokens[start..<index]
    }

    /// What stands in a block or function, whose opening is the next token; its end is gone past.
    mutating func takeBlock() -> ArraySlice<PlacedCSSToken> {
        guard let closing = token?.closing else { return [] }
        advance()
        let inside = take(until: closing)
        advance()
        return inside
    }

    /// All parts between commas.
    static func split(_ tokens: ArraySlice<PlacedCSSToken>) -> [ArraySlice<PlacedCSSToken>] {
        var reader = CSSReader(tokens)
        var parts: [ArraySlice<PlacedCSSToken>] = []
        repeat { parts.append(reader.take(until: .comma)) } while reader.skip(.comma)
        return parts
    }
}

extension ArraySlice<PlacedCSSToken> {
    /// Without the white space around.
    var trimmed: ArraySlice<PlacedCSSToken> {
        var slice = self
        while slice.first?.token == .whitespace { slice.removeFirst() }
        while slice.last?.token == .whitespace { slice.removeLast() }
        return slice
    }
}
