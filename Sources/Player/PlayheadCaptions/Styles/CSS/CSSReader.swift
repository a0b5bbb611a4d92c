/// Iterates over the tokens of a style sheet.
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

    /// Skips the next token if it equals `wanted`.
    mutating func skip(_ wanted: CSSToken) -> Bool {
        guard token == wanted else { return false }
        advance()
        return true
    }

    /// Returns the tokens up to one of `ends` outside of nested blocks, which is not skipped.
    mutating func read(until ends: CSSToken...) -> ArraySlice<PlacedCSSToken> {
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

    /// Returns the content of the block or function that the next token opens, and advances past its end.
    mutating func readBlock() -> ArraySlice<PlacedCSSToken> {
        guard let closing = token?.closing else { return [] }
        advance()
        let inside = read(until: closing)
        advance()
        return inside
    }

    /// Splits the tokens at commas.
    static func split(_ tokens: ArraySlice<PlacedCSSToken>) -> [ArraySlice<PlacedCSSToken>] {
        var reader = CSSReader(tokens)
        var parts: [ArraySlice<PlacedCSSToken>] = []
        repeat { parts.append(reader.read(until: .comma)) } while reader.skip(.comma)
        return parts
    }
}

extension ArraySlice<PlacedCSSToken> {
    /// The tokens without surrounding white space.
    var trimmed: ArraySlice<PlacedCSSToken> {
        var slice = self
        while slice.first?.token == .whitespace { slice.removeFirst() }
        while slice.last?.token == .whitespace { slice.removeLast() }
        return slice
    }
}
