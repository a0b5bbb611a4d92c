/// A piece of a style sheet (CSS Syntax Level 3, §4).
enum CSSToken: Hashable {
    case ident(String)
    /// A name with an opening parenthesis, which is part of it.
    case function(String)
    case atKeyword(String)
    /// `#` and a name; it is an identifier's where the name could be one.
    case hash(String, isIdentifier: Bool)
    case string(String)
    case number(Double)
    case percentage(Double)
    case dimension(Double, unit: String)
    case whitespace
    case colon, semicolon, comma
    case openBracket, closeBracket, openParenthesis, closeParenthesis, openBrace, closeBrace
    case delimiter(UInt8)
    /// What can't be read: a string that its line's end cuts off, an address, which none of the properties takes.
    case bad

    /// What closes what it opens.
    var closing: CSSToken? {
        switch self {
        case .openBrace: .closeBrace
        case .openBracket: .closeBracket
        case .openParenthesis, .function: .closeParenthesis
        default: nil
        }
    }
}

/// A token with its place.
struct PlacedCSSToken: Hashable {
    var token: CSSToken
    /// The line in the sheet, from 0.
    var line: Int
}
