/// A token of a style sheet (CSS Syntax Level 3, §4).
enum CSSToken: Hashable {
    case ident(String)
    /// A name with an opening parenthesis.
    case function(String)
    case atKeyword(String)
    /// A `#` and a name; an identifier if the name is valid as one.
    case hash(String, isIdentifier: Bool)
    case string(String)
    case number(Double)
    case percentage(Double)
    case dimension(Double, unit: String)
    case whitespace
    case colon, semicolon, comma
    case openBracket, closeBracket, openParenthesis, closeParenthesis, openBrace, closeBrace
    case delimiter(UInt8)
    /// An invalid token: a string without an end on its line, or a URL, which no supported property accepts.
    case bad

    /// The token that closes this one.
    var closing: CSSToken? {
        switch self {
        case .openBrace: .closeBrace
        case .openBracket: .closeBracket
        case .openParenthesis, .function: .closeParenthesis
        default: nil
        }
    }
}

/// A token with its position.
struct PlacedCSSToken: Hashable {
    var token: CSSToken
    /// The line in the sheet, from 0.
    var line: Int
}
