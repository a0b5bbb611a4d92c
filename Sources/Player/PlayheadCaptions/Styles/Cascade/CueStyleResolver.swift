/// Computes the styles of the elements of a cue: WebVTT's own style, then style sheets in their order (CSS Cascading Level 4, §6).
struct CueStyleResolver {
    private let context: CueStyleContext
    private let sheets: [CaptionStyleSheet]
    private var matcher: CueSelectorMatcher

    init(_ tree: CueElementTree, sheets: [CaptionStyleSheet], context: CueStyleContext) {
        self.context = context
        self.sheets = sheets
        matcher = CueSelectorMatcher(tree, time: context.time)
    }

    /// Returns the style of the whole cue.
    mutating func root(inRegion region: CueStyle?) -> CueStyle {
        var style = region.map { Self.inherited($0) } ?? CueStyle(fontSize: context.fontSize)
        style.background = nil
        apply(declarations(for: 0), to: &style, parent: style)
        return style
    }

    /// Returns the style of an element.
    mutating func element(_ index: Int, in parent: CueStyle) -> CueStyle {
        var style = Self.inherited(parent)
        var changes = CueStyleValues.Changes()
        let element = matcher.tree.elements[index]
        switch element.kind {
        case .italic: style.isItalic = true
        case .bold: style.fontWeight = CueStyleValues.bold
        case .underline: changes.lines = [.underline]
        // Half of the size of the base text, as in ruby.
        case .rubyText: style.fontSize /= 2
        case .classes, .ruby, .voice, .language, nil: break
        }
        // WebVTT's own classes have a lower priority than all sheets (§5).
        if let color = CaptionColor.text(classes: element.classes) { style.ownColor = CSSColor(rgb: color.rgb) }
        let behind = style.background
        style.background = CaptionColor.background(classes: element.classes).map { CSSColor(rgb: $0.rgb, opacity: style.opacity) }
        apply(declarations(for: index), to: &style, parent: parent, changes)
        // The background of the enclosing element is behind this one, too.
        style.background = style.background.map { color in behind.map { color.over($0) } ?? color } ?? behind
        return style
    }

    /// Returns the style of a region.
    static func region(_ identifier: String, sheets: [CaptionStyleSheet], context: CueStyleContext) -> CueStyle {
        var resolver = CueStyleResolver(
            CueElementTree(CueText(nodes: []), identifier: "", language: nil), sheets: sheets, context: context)
        var style = CueStyle(fontSize: context.fontSize)
        let declarations = resolver.declarations { target, _ in
            if case .region(let name) = target { name == nil || name == identifier } else { false }
        }
        resolver.apply(declarations, to: &style, parent: style)
        return style
    }

    // MARK: The cascade

    private mutating func declarations(for index: Int) -> [CueDeclaration] {
        declarations { target, matcher in
            switch target {
            case .cue: index == 0
            case .inside(let selector): matcher.matches(selector, index)
            case .region, .nothing: false
            }
        }
    }

    /// Returns the declarations of the rules with a matching target, in ascending priority.
    private mutating func declarations(
        where fits: (CaptionStyleSheet.Target, inout CueSelectorMatcher) -> Bool
    ) -> [CueDeclaration] {
        var found: [(rank: (important: Int, specificity: Int, order: Int), declaration: CueDeclaration)] = []
        for sheet in sheets {
            for rule in sheet.rules {
                var best: (specificity: Int, isTimed: Bool)?
                for target in rule.targets where target.specificity > best?.specificity ?? -1 {
                    if fits(target, &matcher) { best = (target.specificity, target.isTimed) }
                }
                guard let best else { continue }
                for declaration in rule.declarations where !(best.isTimed && declaration.property.affectsLayout) {
                    found.append(((declaration.isImportant ? 1 : 0, best.specificity, found.count), declaration))
                }
            }
        }
        return found.sorted { $0.rank < $1.rank }.map(\.declaration)
    }

    /// Applies declarations; fonts first, because other lengths depend on their size.
    private func apply(
        _ declarations: [CueDeclaration], to style: inout CueStyle, parent: CueStyle, _ changes: CueStyleValues.Changes = .init()
    ) {
        let values = CueStyleValues(context: context, parent: parent)
        var changes = changes
        for declaration in declarations where declaration.property.affectsLayout { values.apply(declaration, to: &style, &changes) }
        for declaration in declarations where !declaration.property.affectsLayout { values.apply(declaration, to: &style, &changes) }
        values.finish(&style, changes)
    }

    /// Returns the properties that an element inherits.
    private static func inherited(_ parent: CueStyle) -> CueStyle {
        var style = parent
        style.outline = nil
        return style
    }
}

extension CaptionStyleSheet.Target {
    /// Whether the target depends on the time.
    var isTimed: Bool { if case .inside(let selector) = self { selector.isTimed } else { false } }
}
