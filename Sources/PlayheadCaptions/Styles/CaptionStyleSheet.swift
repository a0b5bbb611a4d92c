/// A style sheet of a WebVTT file, as far as it says something of captions (WebVTT §8): `::cue`, `::cue()`, `::cue-region` and `::cue-region()`
/// with the properties that those take. Any text can be read.
public struct CaptionStyleSheet: Sendable, Hashable {
    /// What a rule is for.
    enum Target: Hashable, Sendable {
        /// `::cue`: every cue as a whole.
        case cue
        /// `::cue()`: what the selector is for.
        case inside(CaptionSelector)
        /// `::cue-region` and `::cue-region(#id)`; those of an identifier that no region has are for none.
        case region(identifier: String?)
        /// A selector that is right, and for nothing that is there.
        case nothing

        var specificity: Int {
            switch self {
            case .cue, .nothing: CaptionSelector.typeWeight
            case .inside(let selector): CaptionSelector.typeWeight + selector.specificity
            case .region(let identifier): CaptionSelector.typeWeight + (identifier == nil ? 0 : CaptionSelector.identifierWeight)
            }
        }
    }

    /// Targets with what they get.
    struct Rule: Hashable, Sendable {
        var targets: [Target]
        var declarations: [CueDeclaration]
    }

    var rules: [Rule] = []
    /// What is not understood, and passed over; lines from 1 in the sheet.
    public private(set) var warnings: [CaptionWarning] = []

    /// How much of a sheet is read, in bytes; what follows is passed over, with a warning.
    public static let longestSheet = 65_536
    /// How many rules are kept.
    static let mostRules = 500
    /// How many warnings are kept.
    static let mostWarnings = 50

    /// Reads a sheet.
    public init(parsing text: String) {
        var text = text
        if text.utf8.count > Self.longestSheet {
            complain("the style sheet is longer than \(Self.longestSheet) bytes; the rest is passed over", line: 0)
            text = String(decoding: text.utf8.prefix(Self.longestSheet), as: UTF8.self)
        }
        var reader = CSSReader(CSSTokenizer.tokens(of: text)[...])
        while true {
            while reader.token == .whitespace || reader.token == .semicolon { reader.advance() }
            guard let token = reader.token else { break }
            let line = reader.line
            if case .atKeyword(let name) = token {
                complain("@\(name) has no meaning here", line: line)
                _ = reader.take(until: .semicolon, .openBrace)
                if !reader.skip(.semicolon) { _ = reader.takeBlock() }
                continue
            }
            let prelude = reader.take(until: .openBrace).trimmed
            guard reader.token == .openBrace else {
                complain("a rule has no block", line: line)
                break
            }
            let block = reader.takeBlock()
            addRule(prelude, block, line: line)
        }
    }

    private mutating func addRule(_ prelude: ArraySlice<PlacedCSSToken>, _ block: ArraySlice<PlacedCSSToken>, line: Int) {
        guard rules.count < Self.mostRules else {
            if rules.count == Self.mostRules { complain("there are more than \(Self.mostRules) rules", line: line) }
            return
        }
        do throws(CaptionSelectorParser.Fault) {
            var targets: [Target] = []
            for part in CSSReader.split(prelude) { targets.append(try target(part.trimmed, line: line)) }
            let declarations = declarations(block)
            rules.append(Rule(targets: targets, declarations: declarations))
        } catch {
            // One selector that is not understood makes the rule none (Selectors Level 4, §4.1).
            complain(error.message + "; the rule is passed over", line: line)
        }
    }

    private mutating func target(_ tokens: ArraySlice<PlacedCSSToken>, line: Int) throws(CaptionSelectorParser.Fault) -> Target {
        var reader = CSSReader(tokens)
        let before = reader.take(until: .colon)
        guard reader.skip(.colon), reader.skip(.colon) else {
            // Whatever it is for, it is no caption.
            guard !tokens.isEmpty else { throw CaptionSelectorParser.Fault(message: "a selector is not understood") }
            complain("the selector is for no caption: there is no ::cue in it", line: line)
            return .nothing
        }
        let result: Target
        switch reader.token {
        case .ident(let name) where name.lowercased() == "cue":
            reader.advance()
            result = .cue
        case .ident(let name) where name.lowercased() == "cue-region":
            reader.advance()
            result = .region(identifier: nil)
        case .function(let name) where name.lowercased() == "cue":
            let selectors = try CaptionSelectorParser.list(reader.takeBlock())
            result = selectors.count == 1 ? .inside(selectors[0]) : .inside(Self.merged(selectors))
        case .function(let name) where name.lowercased() == "cue-region":
            result = Self.region(try CaptionSelectorParser.list(reader.takeBlock()))
        default: throw CaptionSelectorParser.Fault(message: "the pseudo-element is not known")
        }
        guard reader.isAtEnd else { throw CaptionSelectorParser.Fault(message: "a selector is not understood") }
        // Where the film would be in a page there is an element without a name, an identifier or classes (WebVTT §7.4).
        guard before.isEmpty || before.map(\.token) == [.delimiter(UInt8(ascii: "*"))] else {
            complain("the selector is for another element than the captions are of; \"::cue\" alone is for them", line: line)
            return .nothing
        }
        return result
    }

    /// Any of some selectors, with the weight of the heaviest.
    private static func merged(_ selectors: [CaptionSelector]) -> CaptionSelector {
        CaptionSelector(
            compounds: [[.any(selectors)]], combinators: [], specificity: selectors.map(\.specificity).max() ?? 0,
            isTimed: selectors.contains { $0.isTimed })
    }

    private static func region(_ selectors: [CaptionSelector]) -> Target {
        guard selectors.count == 1, let compound = selectors[0].compounds.first, selectors[0].compounds.count == 1 else { return .nothing }
        if compound.isEmpty { return .region(identifier: nil) }
        guard compound.count == 1, case .identifier(let name) = compound[0] else { return .nothing }
        return .region(identifier: name)
    }

    private mutating func declarations(_ block: ArraySlice<PlacedCSSToken>) -> [CueDeclaration] {
        var reader = CSSReader(block)
        var declarations: [CueDeclaration] = []
        while !reader.isAtEnd {
            let part = reader.take(until: .semicolon).trimmed
            _ = reader.skip(.semicolon)
            guard let first = part.first else { continue }
            var inner = CSSReader(part)
            guard case .ident(let name) = first.token else {
                complain("a declaration has no property", line: first.line)
                continue
            }
            inner.advance()
            inner.skipWhitespace()
            guard inner.skip(.colon) else {
                complain("\(Self.quoted(name)) has no colon behind it", line: first.line)
                continue
            }
            let value = inner.take(until: .semicolon).map(\.token)
            do throws(CueDeclarationParser.Fault) {
                declarations += try CueDeclarationParser.parse(name.lowercased(), value)
            } catch {
                complain(error.message, line: first.line)
            }
        }
        return declarations
    }

    private mutating func complain(_ message: String, line: Int) {
        if warnings.count < Self.mostWarnings { warnings.append(CaptionWarning(line: line + 1, message: message)) }
    }

    static func quoted(_ text: String) -> String { "\"" + text.prefix(40) + (text.count > 40 ? "…" : "") + "\"" }
}
