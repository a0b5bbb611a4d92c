/// Splits a style sheet into tokens (CSS Syntax Level 3, §4.3): any text is valid, and each byte is read a few times at most.
struct CSSTokenizer {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns all tokens of a text, without comments.
    static func tokens(of text: String) -> [PlacedCSSToken] {
        var tokenizer = CSSTokenizer(text)
        var tokens: [PlacedCSSToken] = []
        while let token = tokenizer.next() { tokens.append(token) }
        return tokens
    }

    /// Returns the next token; `nil` at the end.
    mutating func next() -> PlacedCSSToken? {
        skipComments()
        guard let byte = peek() else { return nil }
        let line = line
        return PlacedCSSToken(token: token(at: byte), line: line)
    }

    private mutating func token(at byte: UInt8) -> CSSToken {
        switch byte {
        case _ where ASCII.isWhitespace(byte):
            while let next = peek(), ASCII.isWhitespace(next) { advance() }
            return .whitespace
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(until: byte)
        case ASCII.numberSign:
            guard isName(at: index + 1) || isEscape(at: index + 1) else { break }
            advance()
            let isIdentifier = startsIdentifier(at: index)
            return .hash(name(), isIdentifier: isIdentifier)
        case UInt8(ascii: "@"):
            guard startsIdentifier(at: index + 1) else { break }
            advance()
            return .atKeyword(name())
        case _ where startsNumber(at: index): return number()
        case _ where startsIdentifier(at: index): return identifier()
        default:
            if let single = Self.singles[byte] {
                advance()
                return single
            }
        }
        advance()
        return .delimiter(byte)
    }

    private static let singles: [UInt8: CSSToken] = [
        ASCII.colon: .colon, ASCII.semicolon: .semicolon, ASCII.comma: .comma, UInt8(ascii: "["): .openBracket,
        UInt8(ascii: "]"): .closeBracket, UInt8(ascii: "("): .openParenthesis, UInt8(ascii: ")"): .closeParenthesis,
        ASCII.openingBrace: .openBrace, ASCII.closingBrace: .closeBrace,
    ]

    // MARK: Kinds of tokens

    private mutating func identifier() -> CSSToken {
        let name = name()
        guard peek() == UInt8(ascii: "(") else { return .ident(name) }
        advance()
        guard name.lowercased() == "url" else { return .function(name) }
        // Styles of captions do not load resources, so a URL is skipped up to its end.
        while let byte = peek(), byte != UInt8(ascii: ")") {
            if byte == ASCII.backslash { advance() }
            advance()
        }
        advance()
        return .bad
    }

    private mutating func string(until quote: UInt8) -> CSSToken {
        advance()
        var value: [UInt8] = []
        while let byte = peek() {
            switch byte {
            case quote:
                advance()
                return .string(String(decoding: value, as: UTF8.self))
            case ASCII.lineFeed: return .bad
            case ASCII.backslash where peek(1) == ASCII.lineFeed:
                advance()
                advance()
            case ASCII.backslash: value += escape()
            default:
                value.append(byte)
                advance()
            }
        }
        return .string(String(decoding: value, as: UTF8.self))
    }

    private mutating func number() -> CSSToken {
        let start = index
        if peek() == ASCII.minus || peek() == UInt8(ascii: "+") { advance() }
        digits()
        if peek() == ASCII.point, peek(1).map(ASCII.isDigit) == true {
            advance()
            digits()
        }
        if let e = peek(), e | 0x20 == UInt8(ascii: "e") {
            let isSigned = peek(1) == ASCII.minus || peek(1) == UInt8(ascii: "+")
            if peek(isSigned ? 2 : 1).map(ASCII.isDigit) == true {
                advance()
                if isSigned { advance() }
                digits()
            }
        }
        let parsed = Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? 0
        let value = parsed.isFinite ? parsed : parsed.sign == .minus ? -Double.greatestFiniteMagnitude : .greatestFiniteMagnitude
        if peek() == ASCII.percent {
            advance()
            return .percentage(value)
        }
        return startsIdentifier(at: index) ? .dimension(value, unit: name().lowercased()) : .number(value)
    }

    private mutating func digits() { while let byte = peek(), ASCII.isDigit(byte) { advance() } }

    private mutating func name() -> String {
        var value: [UInt8] = []
        while let byte = peek() {
            if isName(at: index) {
                value.append(byte)
                advance()
            } else if isEscape(at: index) {
                value += escape()
            } else {
                break
            }
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// Skips a backslash and returns the escaped character.
    private mutating func escape() -> [UInt8] {
        advance()
        guard let first = peek() else { return Array("\u{FFFD}".utf8) }
        guard ASCII.hexDigit(first) != nil else {
            advance()
            return [first]
        }
        var code: UInt32 = 0
        let maximumDigits = 6
        for _ in 0..<maximumDigits {
            guard let digit = peek().flatMap(ASCII.hexDigit) else { break }
            code = code << 4 | digit
            advance()
        }
        if let byte = peek(), ASCII.isWhitespace(byte) { advance() }
        let scalar = code == 0 ? nil : Unicode.Scalar(code)
        return Array(String(scalar ?? "\u{FFFD}").utf8)
    }

    private mutating func skipComments() {
        while peek() == ASCII.slash, peek(1) == UInt8(ascii: "*") {
            advance()
            advance()
            while peek() != nil, !(peek() == UInt8(ascii: "*") && peek(1) == ASCII.slash) { advance() }
            advance()
            advance()
        }
    }

    // MARK: Look-ahead

    private func peek(_ offset: Int = 0) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

    private mutating func advance() {
        guard index < bytes.count else { return }
        if bytes[index] == ASCII.lineFeed { line += 1 }
        index += 1
    }

    private func byte(at place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    private func isNameStart(at place: Int) -> Bool {
        guard let byte = byte(at: place) else { return false }
        return ASCII.isLetterOrDigit(byte) && !ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private func isName(at place: Int) -> Bool {
        guard let byte = byte(at: place) else { return false }
        return isNameStart(at: place) || ASCII.isDigit(byte) || byte == ASCII.minus
    }

    private func isEscape(at place: Int) -> Bool { byte(at: place) == ASCII.backslash && byte(at: place + 1) != ASCII.lineFeed }

    private func startsIdentifier(at place: Int) -> Bool {
        if byte(at: place) == ASCII.minus {
            return isNameStart(at: place + 1) || byte(at: place + 1) == ASCII.minus || isEscape(at: place + 1)
        }
        return isNameStart(at: place) || isEscape(at: place)
    }

    private func startsNumber(at place: Int) -> Bool {
        var place = place
        if let sign = byte(at: place), sign == ASCII.minus || sign == UInt8(ascii: "+") { place += 1 }
        if byte(at: place) == ASCII.point { place += 1 }
        return byte(at: place).map(ASCII.isDigit) == true
    }
}
