/// Parses selectors.
struct CaptionSelectorParser {
    /// The reason why a selector is not supported.
    struct Fault: Error { var message: String }

    private var reader: CSSReader
    /// The remaining nesting depth of `:not()` and `:is()`.
    private let depth: Int
    private var specificity = 0
    private var isTimed = false

    private init(_ tokens: ArraySlice<PlacedCSSToken>, depth: Int) {
        reader = CSSReader(tokens)
        self.depth = depth
    }

    /// Parses a list of selectors.
    static func list(_ tokens: ArraySlice<PlacedCSSToken>, depth: Int = 3) throws(Fault) -> [CaptionSelector] {
        guard depth > 0 else { throw Fault(message: "a selector is nested too deep") }
        var selectors: [CaptionSelector] = []
        for part in CSSReader.split(tokens) {
            var parser = CaptionSelectorParser(part.trimmed, depth: depth)
            selectors.append(try parser.complex())
        }
        return selectors
    }

    private mutating func complex() throws(Fault) -> CaptionSelector {
        var compounds = [try compound()]
        var combinators: [CaptionSelector.Combinator] = []
        while !reader.isAtEnd {
            combinators.append(try combinator())
            compounds.append(try compound())
            guard compounds.count <= CaptionSelector.maximumCompounds else { throw Fault(message: "a selector is too long") }
        }
        return CaptionSelector(compounds: compounds, combinators: combinators, specificity: specificity, isTimed: isTimed)
    }

    private mutating func combinator() throws(Fault) -> CaptionSelector.Combinator {
        let hasSpace = reader.token == .whitespace
        reader.skipWhitespace()
        let combinators: [UInt8: CaptionSelector.Combinator] = [
            ASCII.greaterThan: .child, UInt8(ascii: "+"): .nextSibling, UInt8(ascii: "~"): .subsequentSibling,
        ]
        if case .delimiter(let byte) = reader.token, let combinator = combinators[byte] {
            reader.advance()
            reader.skipWhitespace()
            return combinator
        }
        guard hasSpace else { throw Fault(message: "a selector is invalid or unsupported") }
        return .descendant
    }

    private mutating func compound() throws(Fault) -> CaptionSelector.Compound {
        var conditions: CaptionSelector.Compound = []
        var isAny = false
        switch reader.token {
        case .ident(let name):
            conditions.append(.type(name))
            specificity += CaptionSelector.typeWeight
            reader.advance()
        case .delimiter(UInt8(ascii: "*")):
            isAny = true
            reader.advance()
        default: break
        }
        while let condition = try simple() { conditions.append(condition) }
        guard isAny || !conditions.isEmpty else { throw Fault(message: "a selector is invalid or unsupported") }
        return conditions
    }

    private mutating func simple() throws(Fault) -> CaptionSelector.Condition? {
        switch reader.token {
        case .hash(let name, isIdentifier: true):
            reader.advance()
            specificity += CaptionSelector.identifierWeight
            return .identifier(name)
        case .delimiter(ASCII.point):
            reader.advance()
            guard case .ident(let name) = reader.token else { throw Fault(message: "a class has no name") }
            reader.advance()
            specificity += CaptionSelector.classWeight
            return .className(name)
        case .openBracket:
            specificity += CaptionSelector.classWeight
            return try attribute(reader.readBlock().trimmed)
        case .colon:
            reader.advance()
            return try pseudoClass()
        default: return nil
        }
    }

    private func attribute(_ tokens: ArraySlice<PlacedCSSToken>) throws(Fault) -> CaptionSelector.Condition {
        let fault = Fault(message: "an attribute selector is invalid or unsupported")
        var reader = CSSReader(tokens)
        guard case .ident(let name) = reader.token else { throw fault }
        reader.advance()
        reader.skipWhitespace()
        if reader.isAtEnd { return .attribute(name: name, .exists, value: "", ignoresCase: false) }
        let kinds: [UInt8: CaptionSelector.AttributeMatch] = [
            UInt8(ascii: "~"): .includes, UInt8(ascii: "|"): .dashMatch, UInt8(ascii: "^"): .prefix, UInt8(ascii: "$"): .suffix,
            UInt8(ascii: "*"): .substring,
        ]
        var match = CaptionSelector.AttributeMatch.equals
        if case .delimiter(let byte) = reader.token, let kind = kinds[byte] {
            match = kind
            reader.advance()
        }
        guard reader.skip(.delimiter(ASCII.equals)) else { throw fault }
        reader.skipWhitespace()
        let value: String
        switch reader.token {
        case .string(let text), .ident(let text): value = text
        default: throw fault
        }
        reader.advance()
        reader.skipWhitespace()
        var ignoresCase = false
        if case .ident(let flag) = reader.token {
            guard ["i", "s"].contains(flag.lowercased()) else { throw fault }
            ignoresCase = flag.lowercased() == "i"
            reader.advance()
            reader.skipWhitespace()
        }
        guard reader.isAtEnd else { throw fault }
        return .attribute(name: name, match, value: value, ignoresCase: ignoresCase)
    }

    private mutating func pseudoClass() throws(Fault) -> CaptionSelector.Condition {
        switch reader.token {
        case .ident(let name):
            reader.advance()
            specificity += CaptionSelector.classWeight
            switch name.lowercased() {
            case "past", "future":
                isTimed = true
                return name.lowercased() == "past" ? .past : .future
            case "root": return .root
            default: throw Fault(message: "the pseudo-class \(CaptionStyleSheet.quoted(name)) is unknown")
            }
        case .function(let name):
            let arguments = reader.readBlock().trimmed
            switch name.lowercased() {
            case "lang":
                specificity += CaptionSelector.classWeight
                return .language(try Self.languages(arguments))
            case "not": return .not(try nested(arguments, counts: true))
            case "is", "matches": return .any(try nested(arguments, counts: true))
            case "where": return .any(try nested(arguments, counts: false))
            default: throw Fault(message: "the pseudo-class \(CaptionStyleSheet.quoted(name)) is unknown")
            }
        default: throw Fault(message: "a selector is invalid or unsupported")
        }
    }

    /// Parses the selectors in a pseudo-class; the specificity is that of the most specific one.
    private mutating func nested(_ tokens: ArraySlice<PlacedCSSToken>, counts: Bool) throws(Fault) -> [CaptionSelector] {
        let selectors = try Self.list(tokens, depth: depth - 1)
        if counts { specificity += selectors.map(\.specificity).max() ?? 0 }
        isTimed = isTimed || selectors.contains { $0.isTimed }
        return selectors
    }

    private static func languages(_ tokens: ArraySlice<PlacedCSSToken>) throws(Fault) -> [String] {
        var languages: [String] = []
        for part in CSSReader.split(tokens) {
            let part = part.trimmed
            switch (part.first?.token, part.count) {
            case (.ident(let name), 1), (.string(let name), 1): languages.append(name.lowercased())
            default: throw Fault(message: "a language is invalid")
            }
        }
        return languages
    }
}
