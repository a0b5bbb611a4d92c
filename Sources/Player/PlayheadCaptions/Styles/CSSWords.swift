/// The components of property values.
enum CSSWords {
    /// Returns a word, in lower case.
    static func word(_ token: CSSToken?) -> String? {
        if case .ident(let word) = token { word.lowercased() } else { nil }
    }

    /// Returns a number or percentage, as a fraction.
    static func share(_ token: CSSToken) -> Double? {
        switch token {
        case .number(let number): number
        case .percentage(let percentage): percentage / 100
        default: nil
        }
    }

    /// Returns a length, possibly negative; the only number without a unit is 0.
    static func length(_ token: CSSToken) -> CueDeclaration.Length? {
        switch token {
        case .number(0): .pixels(0)
        case .dimension(let number, let unit):
            switch unit {
            case "px": .pixels(number)
            case "pt": .pixels(number * 4 / 3)
            case "pc": .pixels(number * 16)
            case "in": .pixels(number * 96)
            case "cm": .pixels(number * 96 / 2.54)
            case "mm": .pixels(number * 96 / 25.4)
            case "em": .em(number)
            // Half an em if the font was not measured (CSS Values Level 4, §6.1.1).
            case "ex", "ch": .em(number / 2)
            case "rem": .rootEm(number)
            case "vw": .width(number)
            case "vh": .height(number)
            case "vmin": .smaller(number)
            case "vmax": .greater(number)
            default: nil
            }
        default: nil
        }
    }

    /// Splits the tokens at white space outside of parentheses.
    static func parts(_ tokens: ArraySlice<CSSToken>) -> [ArraySlice<CSSToken>] {
        var parts: [ArraySlice<CSSToken>] = []
        var start: Int?
        var depth = 0
        for (index, token) in zip(tokens.indices, tokens) {
            if token == .whitespace, depth == 0 {
                if let begun = start { parts.append(tokens[begun..<index]) }
                start = nil
                continue
            }
            if start == nil { start = index }
            if token.closing != nil { depth += 1 }
            if token == .closeParenthesis { depth = max(0, depth - 1) }
        }
        if let start { parts.append(tokens[start...]) }
        return parts
    }
}
