/// Parses properties and their values.
enum CueDeclarationParser {
    /// The reason why a declaration is ignored.
    struct Fault: Error { var message: String }

    /// Parses the value of a property, whose name is in lower case; shorthands give several declarations.
    static func parse(_ name: String, _ value: [CSSToken]) throws(Fault) -> [CueDeclaration] {
        var tokens = trimmed(value[...])
        var isImportant = false
        if case .ident(let word) = tokens.last, word.lowercased() == "important" {
            let before = trimmed(tokens.dropLast())
            if before.last == .delimiter(UInt8(ascii: "!")) {
                isImportant = true
                tokens = trimmed(before.dropLast())
            }
        }
        guard let values = values(name, tokens) else {
            guard CueDeclaration.Property(rawValue: name) != nil || shorthands.contains(name) else {
                throw Fault(message: "\(CaptionStyleSheet.quoted(name)) is not a property of captions")
            }
            throw Fault(message: "the value of \(name) is invalid or unsupported")
        }
        return values.map { CueDeclaration(property: $0.property, value: $0.value, isImportant: isImportant) }
    }

    private typealias Pair = (property: CueDeclaration.Property, value: CueDeclaration.Value)
    private static let shorthands: Set = ["background", "outline", "font", "text-decoration"]

    private static func values(_ name: String, _ tokens: ArraySlice<CSSToken>) -> [Pair]? {
        let wide: [String: CueDeclaration.Value] = ["inherit": .inherit, "initial": .initial, "unset": .unset, "revert": .unset]
        let keyword = tokens.count == 1 ? CSSWords.word(tokens.first).flatMap { wide[$0] } : nil
        switch name {
        case "background":
            if let keyword { return [(.backgroundColor, keyword)] }
            return background(tokens).map { [(.backgroundColor, .color($0))] }
        case "text-decoration":
            let all: [CueDeclaration.Property] = [.decorationLine, .decorationColor, .decorationStyle]
            return keyword.map { keyword in all.map { ($0, keyword) } } ?? decoration(tokens)
        case "outline":
            let all: [CueDeclaration.Property] = [.outlineColor, .outlineStyle, .outlineWidth]
            return keyword.map { keyword in all.map { ($0, keyword) } } ?? outline(tokens)
        case "font":
            let all: [CueDeclaration.Property] = [
                .fontStyle, .fontVariant, .fontWeight, .fontStretch, .fontSize, .lineHeight, .fontFamily,
            ]
            return keyword.map { keyword in all.map { ($0, keyword) } } ?? font(tokens)
        default:
            guard let property = CueDeclaration.Property(rawValue: name) else { return nil }
            return (keyword ?? value(of: property, tokens)).map { [(property, $0)] }
        }
    }

    // MARK: Single properties

    private static func value(of property: CueDeclaration.Property, _ tokens: ArraySlice<CSSToken>) -> CueDeclaration.Value? {
        switch property {
        case .color, .backgroundColor, .outlineColor, .decorationColor: return color(tokens)
        case .textShadow: return CueShadowParser.shadows(tokens)
        case .fontFamily: return CueFontParser.families(tokens)
        case .decorationLine: return lines(tokens)
        default: return tokens.count == 1 ? tokens.first.flatMap { single($0, of: property) } : nil
        }
    }

    /// Returns the value of a property with a single token.
    static func single(_ token: CSSToken, of property: CueDeclaration.Property) -> CueDeclaration.Value? {
        let word = CSSWords.word(token)
        switch property {
        case .opacity: return CSSWords.share(token).map { .number(min(max($0, 0), 1)) }
        case .visibility: return ["visible": true, "hidden": false, "collapse": false][word].map { .flag($0) }
        case .decorationStyle: return word.flatMap(CueStyle.Decoration.Style.init).map { .decorationStyle($0) }
        case .outlineStyle:
            let drawn: Set = ["auto", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset"]
            return word == "none" ? .flag(false) : word.map(drawn.contains) == true ? .flag(true) : nil
        case .outlineWidth:
            let widths = ["thin": 1.0, "medium": 3, "thick": 5]
            return (widths[word].map { .pixels($0) } ?? CSSWords.length(token)).map { .length($0) }
        case .whiteSpace: return word.flatMap(CueStyle.WhiteSpace.init).map { .whiteSpace($0) }
        case .rubyPosition: return word.flatMap(CueStyle.RubyPosition.init).map { .rubyPosition($0) }
        case .textCombineUpright: return ["none": false, "all": true][word].map { .flag($0) }
        case .lineHeight: return CueFontParser.lineHeight(token)
        case .fontSize: return CueFontParser.size(token)
        case .fontStyle: return ["normal": false, "italic": true, "oblique": true][word].map { .flag($0) }
        case .fontWeight: return CueFontParser.weight(token)
        case .fontStretch: return word.flatMap(CueStyle.Stretch.init).map { .stretch($0) }
        case .fontVariant: return ["normal": false, "small-caps": true][word].map { .flag($0) }
        case .color, .backgroundColor, .outlineColor, .decorationColor, .textShadow, .fontFamily, .decorationLine: return nil
        }
    }

    private static func color(_ tokens: ArraySlice<CSSToken>) -> CueDeclaration.Value? {
        if tokens.count == 1, CSSWords.word(tokens.first) == "currentcolor" { return .color(nil) }
        return CSSColor(tokens).map { .color($0) }
    }

    private static func lines(_ tokens: ArraySlice<CSSToken>) -> CueDeclaration.Value? {
        let words = tokens.filter { $0 != .whitespace }.map { CSSWords.word($0) }
        if words == ["none"] { return .lines([]) }
        let lines = words.compactMap { $0.flatMap(CueStyle.Decoration.Line.init) }
        return lines.isEmpty || lines.count < words.count ? nil : .lines(Set(lines))
    }

    // MARK: Shorthands

    /// Returns the colour of a background; pictures need URLs, which are not loaded, so they are ignored.
    private static func background(_ tokens: ArraySlice<CSSToken>) -> CSSColor? {
        let parts = CSSWords.parts(tokens)
        if parts.count == 1, CSSWords.word(parts[0].first) == "none" { return .transparent }
        let colors = parts.compactMap { CSSColor($0) }
        return parts.count == 1 ? colors.first : nil
    }

    private static func decoration(_ tokens: ArraySlice<CSSToken>) -> [Pair]? {
        var lines: Set<CueStyle.Decoration.Line> = []
        var style = CueStyle.Decoration.Style.solid
        var shade: CueDeclaration.Value = .color(nil)
        for part in CSSWords.parts(tokens) {
            let word = CSSWords.word(part.first)
            if let line = word.flatMap(CueStyle.Decoration.Line.init) {
                lines.insert(line)
            } else if let known = word.flatMap(CueStyle.Decoration.Style.init) {
                style = known
            } else if let color = color(part) {
                shade = color
            } else if word != "none" {
                return nil
            }
        }
        return tokens.isEmpty
            ? nil : [(.decorationLine, .lines(lines)), (.decorationColor, shade), (.decorationStyle, .decorationStyle(style))]
    }

    private static func outline(_ tokens: ArraySlice<CSSToken>) -> [Pair]? {
        var pairs: [Pair] = [(.outlineColor, .color(nil)), (.outlineStyle, .flag(false)), (.outlineWidth, .length(.pixels(3)))]
        for part in CSSWords.parts(tokens) {
            if let color = color(part) {
                pairs[0].value = color
            } else if let style = part.first.flatMap({ single($0, of: .outlineStyle) }) {
                pairs[1].value = style
            } else if let width = part.first.flatMap({ single($0, of: .outlineWidth) }) {
                pairs[2].value = width
            } else {
                return nil
            }
        }
        return tokens.isEmpty ? nil : pairs
    }

    /// Parses `[style || variant || weight || stretch]? size [/ line height]? families` (CSS Fonts Level 4, §4.1).
    private static func font(_ tokens: ArraySlice<CSSToken>) -> [Pair]? {
        var pairs: [Pair] = [
            (.fontStyle, .flag(false)), (.fontVariant, .flag(false)), (.fontWeight, .weight(.absolute(400))),
            (.fontStretch, .stretch(.normal)),
        ]
        var rest = tokens
        let leading: [CueDeclaration.Property] = [.fontStyle, .fontVariant, .fontWeight, .fontStretch]
        while let token = rest.first {
            if token == .whitespace {
                rest.removeFirst()
            } else if CSSWords.word(token) == "normal" {
                rest.removeFirst()
            } else if let index = leading.firstIndex(where: { single(token, of: $0) != nil }), let value = single(token, of: leading[index])
            {
                pairs[index].value = value
                rest.removeFirst()
            } else {
                break
            }
        }
        guard let size = rest.popFirst().flatMap({ single($0, of: .fontSize) }) else { return nil }
        pairs.append((.fontSize, size))
        rest = trimmed(rest)
        var height = CueDeclaration.Value.normal
        if rest.first == .delimiter(ASCII.slash) {
            rest = trimmed(rest.dropFirst())
            guard let value = rest.popFirst().flatMap({ single($0, of: .lineHeight) }) else { return nil }
            height = value
        }
        pairs.append((.lineHeight, height))
        guard let families = CueFontParser.families(trimmed(rest)) else { return nil }
        pairs.append((.fontFamily, families))
        return pairs
    }

    static func trimmed(_ tokens: ArraySlice<CSSToken>) -> ArraySlice<CSSToken> {
        var tokens = tokens
        while tokens.first == .whitespace { tokens.removeFirst() }
        while tokens.last == .whitespace { tokens.removeLast() }
        return tokens
    }
}

extension Dictionary where Key == String {
    fileprivate subscript(word: String?) -> Value? { word.flatMap { self[$0] } }
}
