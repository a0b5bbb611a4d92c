/// A style sheet of a WebVTT file, limited to rules for captions (WebVTT §8): `::cue`, `::cue()`, `::cue-region` and `::cue-region()` with
/// their applicable properties. Any text is valid.
package struct CaptionStyleSheet: Sendable, Hashable {
    /// The target of a rule.
    enum Target: Hashable, Sendable {
        /// `::cue`: every cue as a whole.
        case cue
        /// `::cue()`: the elements that the selector matches.
        case inside(CaptionSelector)
        /// `::cue-region` and `::cue-region(#id)`; an unknown identifier matches no region.
        case region(identifier: String?)
        /// A valid selector that matches nothing.
        case nothing

        var specificity: Int {
            switch self {
            case .cue, .nothing: CaptionSelector.typeWeight
            case .inside(let selector): CaptionSelector.typeWeight + selector.specificity
            case .region(let identifier): CaptionSelector.typeWeight + (identifier == nil ? 0 : CaptionSelector.identifierWeight)
            }
        }
    }

    /// Targets with their declarations.
    struct Rule: Hashable, Sendable {
        var targets: [Target]
        var declarations: [CueDeclaration]
    }

    var rules: [Rule] = []
    /// The warnings about ignored parts; lines from 1 in the sheet.
    package private(set) var warnings: [CaptionWarning] = []

    /// The maximum length of a sheet, in bytes; the rest is ignored, with a warning.
    package static let maximumSheetLength = 65_536
    /// The maximum number of rules.
    static let maximumRules = 500
    /// The maximum number of warnings.
    static let maximumWarnings = 50

    /// Parses a sheet.
    package init(parsing text: String) {
        var text = text
        if text.utf8.count > Self.maximumSheetLength {
            addWarning("the style sheet is longer than \(Self.maximumSheetLength) bytes; the rest is ignored", line: 0)
            text = String(decoding: text.utf8.prefix(Self.maximumSheetLength), as: UTF8.self)
        }
        var reader = CSSReader(CSSTokenizer.tokens(of: text)[...])
        while true {
            while reader.token == .whitespace || reader.token == .semicolon { reader.advance() }
            guard let token = reader.token else { break }
            let line = reader.line
            if case .atKeyword(let name) = token {
                addWarning("@\(name) is not supported", line: line)
                _ = reader.read(until: .semicolon, .openBrace)
                if !reader.skip(.semicolon) { _ = reader.readBlock() }
                continue
            }
            let prelude = reader.read(until: .openBrace).trimmed
            guard reader.token == .openBrace else {
                addWarning("a rule has no block", line: line)
                break
            }
            let block = reader.readBlock()
            addRule(prelude, block, line: line)
        }
    }

    private mutating func addRule(_ prelude: ArraySlice<PlacedCSSToken>, _ block: ArraySlice<PlacedCSSToken>, line: Int) {
        guard rules.count < Self.maximumRules else {
            if rules.count == Self.maximumRules { addWarning("there are more than \(Self.maximumRules) rules", line: line) }
            return
        }
        do throws(CaptionSelectorParser.Fault) {
            var targets: [Target] = []
            for part in CSSReader.split(prelude) { targets.append(try target(part.trimmed, line: line)) }
            let declarations = declarations(block)
            rules.append(Rule(targets: targets, declarations: declarations))
        } catch {
            // One unsupported selector makes the rule invalid (Selectors Level 4, §4.1).
            addWarning(error.message + "; the rule is ignored", line: line)
        }
    }

    private mutating func target(_ tokens: ArraySlice<PlacedCSSToken>, line: Int) throws(CaptionSelectorParser.Fault) -> Target {
        var reader = CSSReader(tokens)
        let before = reader.read(until: .colon)
        guard reader.skip(.colon), reader.skip(.colon) else {
            // A selector of anything else does not match a caption.
            guard !tokens.isEmpty else { throw CaptionSelectorParser.Fault(message: "a selector is invalid or unsupported") }
            addWarning("the selector matches no caption, because it has no ::cue", line: line)
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
            let selectors = try CaptionSelectorParser.list(reader.readBlock())
            result = selectors.count == 1 ? .inside(selectors[0]) : .inside(Self.merged(selectors))
        case .function(let name) where name.lowercased() == "cue-region":
            result = Self.region(try CaptionSelectorParser.list(reader.readBlock()))
        default: throw CaptionSelectorParser.Fault(message: "the pseudo-element is unknown")
        }
        guard reader.isAtEnd else { throw CaptionSelectorParser.Fault(message: "a selector is invalid or unsupported") }
        // The selector's element for the video in a page has no name, identifier or classes (WebVTT §7.4).
        guard before.isEmpty || before.map(\.token) == [.delimiter(UInt8(ascii: "*"))] else {
            addWarning("the selector matches an element other than that of the captions; use \"::cue\" alone", line: line)
            return .nothing
        }
        return result
    }

    /// Returns a selector that matches any of `selectors`, with the maximum specificity.
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
            let part = reader.read(until: .semicolon).trimmed
            _ = reader.skip(.semicolon)
            guard let first = part.first else { continue }
            var inner = CSSReader(part)
            guard case .ident(let name) = first.token else {
                addWarning("a declaration has no property", line: first.line)
                continue
            }
            inner.advance()
            inner.skipWhitespace()
            guard inner.skip(.colon) else {
                addWarning("\(Self.quoted(name)) is not followed by a colon", line: first.line)
                continue
            }
            let value = inner.read(until: .semicolon).map(\.token)
            do throws(CueDeclarationParser.Fault) {
                declarations += try CueDeclarationParser.parse(name.lowercased(), value)
            } catch {
                addWarning(error.message, line: first.line)
            }
        }
        return declarations
    }

    private mutating func addWarning(_ message: String, line: Int) {
        if warnings.count < Self.maximumWarnings { warnings.append(CaptionWarning(line: line + 1, message: message)) }
    }

    static func quoted(_ text: String) -> String { "\"" + text.prefix(40) + (text.count > 40 ? "…" : "") + "\"" }
}
