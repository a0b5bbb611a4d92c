/// Parses the properties of fonts.
enum CueFontParser {
    private static let maximumFamilies = 16

    static func size(_ token: CSSToken) -> CueDeclaration.Value? {
        // Medium is the default size of captions.
        let names = [
            "xx-small": 0.6, "x-small": 0.75, "small": 8.0 / 9, "medium": 1, "large": 1.2, "x-large": 1.5, "xx-large": 2, "xxx-large": 3,
        ]
        let step = 1.2
        switch token {
        case .ident(let word):
            switch word.lowercased() {
            case "smaller": return .length(.em(1 / step))
            case "larger": return .length(.em(step))
            default: return names[word.lowercased()].map { .length(.rootEm($0)) }
            }
        case .percentage(let percentage) where percentage >= 0: return .length(.em(percentage / 100))
        case .dimension(let number, _) where number >= 0: return CSSWords.length(token).map { .length($0) }
        default: return nil
        }
    }

    static func weight(_ token: CSSToken) -> CueDeclaration.Value? {
        switch token {
        case .ident(let word):
            let weights: [String: CueDeclaration.Weight] = [
                "normal": .absolute(400), "bold": .absolute(700), "bolder": .bolder, "lighter": .lighter,
            ]
            return weights[word.lowercased()].map { .weight($0) }
        case .number(let number) where (1...1000).contains(number):
            return .weight(.absolute(Int(saturating: number, rounding: .towardZero)))
        default: return nil
        }
    }

    static func lineHeight(_ token: CSSToken) -> CueDeclaration.Value? {
        switch token {
        case .ident(let word): word.lowercased() == "normal" ? .normal : nil
        case .number(let number) where number >= 0: .number(number)
        case .percentage(let percentage) where percentage >= 0: .length(.em(percentage / 100))
        case .dimension(let number, _) where number >= 0: CSSWords.length(token).map { .length($0) }
        default: nil
        }
    }

    /// Parses family names separated by commas: strings, or words that form one name.
    static func families(_ tokens: ArraySlice<CSSToken>) -> CueDeclaration.Value? {
        var families: [String] = []
        for part in tokens.split(separator: .comma, omittingEmptySubsequences: false) {
            let words = part.filter { $0 != .whitespace }
            if words.count == 1, case .string(let name) = words[0] {
                families.append(name)
                continue
            }
            var names: [String] = []
            for word in words {
                guard case .ident(let name) = word else { return nil }
                names.append(name)
            }
            guard !names.isEmpty else { return nil }
            families.append(names.joined(separator: " "))
        }
        return families.isEmpty ? nil : .families(Array(families.prefix(maximumFamilies)))
    }
}

/// Parses shadows.
enum CueShadowParser {
    private static let maximumShadows = 4

    /// Parses `none`, or shadows separated by commas: two or three lengths and a colour.
    static func shadows(_ tokens: ArraySlice<CSSToken>) -> CueDeclaration.Value? {
        if tokens.count == 1, CSSWords.word(tokens.first) == "none" { return .shadows([]) }
        var shadows: [CueDeclaration.ShadowValue] = []
        for tokens in separated(tokens) {
            var lengths: [CueDeclaration.Length] = []
            var color: CSSColor?
            var hasColor = false
            for part in CSSWords.parts(tokens) {
                if part.count == 1, let length = part.first.flatMap(CSSWords.length) {
                    lengths.append(length)
                } else if !hasColor, CSSWords.word(part.first) == "currentcolor" {
                    hasColor = true
                } else if !hasColor, let known = CSSColor(part) {
                    (color, hasColor) = (known, true)
                } else {
                    return nil
                }
            }
            guard lengths.count == 2 || lengths.count == 3 else { return nil }
            shadows.append(
                CueDeclaration.ShadowValue(x: lengths[0], y: lengths[1], blur: lengths.count == 3 ? lengths[2] : .pixels(0), color: color))
        }
        return shadows.isEmpty ? nil : .shadows(Array(shadows.prefix(maximumShadows)))
    }

    /// Splits the tokens at commas outside of parentheses.
    private static func separated(_ tokens: ArraySlice<CSSToken>) -> [ArraySlice<CSSToken>] {
        var parts: [ArraySlice<CSSToken>] = []
        var (start, depth) = (tokens.startIndex, 0)
        for (index, token) in zip(tokens.indices, tokens) {
            if token.closing != nil { depth += 1 }
            if token == .closeParenthesis { depth = max(0, depth - 1) }
            guard token == .comma, depth == 0 else { continue }
            parts.append(tokens[start..<index])
            start = index + 1
        }
        return parts + [tokens[start...]]
    }
}
