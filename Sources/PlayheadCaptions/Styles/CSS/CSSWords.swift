/// What values of properties are made of.
enum CSSWords {
    /// A word, in lower case.
    static func word(_ token: CSSToken?) -> String? {
        if case .ident(let word) = token { word.lowercased() } else { nil }
    }

    /// A number or percentage, as a share.
    static func share(_ token: CSSToken) -> Double? {
        switch token {
        case .number(let number): number
        case .percentage(let percentage): percentage / 100
        default: nil
        }
    }

    /// A length, perhaps below 0; of numbers only 0 is one.
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
            // Half an em, where nobody has measured the font (CSS Values Level 4, §6.1.1).
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

    /// The parts between white space; what stands in parentheses stays together.
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
