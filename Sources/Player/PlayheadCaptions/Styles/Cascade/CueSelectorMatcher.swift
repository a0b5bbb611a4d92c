/// Determines which elements a selector matches.
struct CueSelectorMatcher {
    let tree: CueElementTree
    let time: Double
    /// The number of remaining comparisons, which limits the time for a cue.
    private var budget = 100_000

    init(_ tree: CueElementTree, time: Double) {
        self.tree = tree
        self.time = time
    }

    mutating func matches(_ selector: CaptionSelector, _ element: Int) -> Bool {
        matches(selector, upTo: selector.compounds.count - 1, element)
    }

    private mutating func matches(_ selector: CaptionSelector, upTo last: Int, _ element: Int) -> Bool {
        guard budget > 0, last >= 0, fits(selector.compounds[last], element) else { return false }
        guard last > 0 else { return true }
        var candidate: Int?
        switch selector.combinators[last - 1] {
        case .child:
            return tree.elements[element].parent.map { matches(selector, upTo: last - 1, $0) } ?? false
        case .nextSibling:
            return tree.elements[element].previous.map { matches(selector, upTo: last - 1, $0) } ?? false
        case .descendant:
            candidate = tree.elements[element].parent
            while let current = candidate {
                if matches(selector, upTo: last - 1, current) { return true }
                candidate = tree.elements[current].parent
            }
        case .subsequentSibling:
            candidate = tree.elements[element].previous
            while let current = candidate {
                if matches(selector, upTo: last - 1, current) { return true }
                candidate = tree.elements[current].previous
            }
        }
        return false
    }

    private mutating func fits(_ compound: CaptionSelector.Compound, _ index: Int) -> Bool {
        // A compound without conditions, `*`, costs as well.
        guard budget > compound.count else {
            budget = 0
            return false
        }
        budget -= compound.count + 1
        return compound.allSatisfy { fits($0, index) }
    }

    private mutating func fits(_ condition: CaptionSelector.Condition, _ index: Int) -> Bool {
        let element = tree.elements[index]
        switch condition {
        case .type(let name): return element.kind?.tagName == name
        case .identifier(let name): return element.identifier == name
        case .className(let name): return element.classes.contains(name)
        case .attribute(let name, let match, let value, let ignoresCase):
            return element.attribute(name).map { Self.compare($0, value, match, ignoresCase) } ?? false
        case .language(let ranges): return element.language.map { language in ranges.contains { Self.isIn(language, $0) } } ?? false
        case .past: return element.isPast(at: time)
        case .future: return element.isFuture(at: time)
        case .root: return element.parent == nil
        case .not(let selectors): return !any(selectors, index)
        case .any(let selectors): return any(selectors, index)
        }
    }

    private mutating func any(_ selectors: [CaptionSelector], _ index: Int) -> Bool {
        for selector in selectors where matches(selector, index) { return true }
        return false
    }

    private static func compare(_ value: String, _ wanted: String, _ match: CaptionSelector.AttributeMatch, _ ignoresCase: Bool) -> Bool {
        let value = ignoresCase ? value.lowercased() : value
        let wanted = ignoresCase ? wanted.lowercased() : wanted
        switch match {
        case .exists: return true
        case .equals: return value == wanted
        case .includes: return !wanted.isEmpty && value.split(whereSeparator: \.isWhitespace).contains { $0 == wanted }
        case .dashMatch: return value == wanted || value.hasPrefix(wanted + "-")
        case .prefix: return !wanted.isEmpty && value.hasPrefix(wanted)
        case .suffix: return !wanted.isEmpty && value.hasSuffix(wanted)
        case .substring:
            guard !wanted.isEmpty else { return false }
            return value.contains(wanted)
        }
    }

    /// Whether a language matches a range (RFC 4647 §3.3.2, the required part of extended filtering).
    private static func isIn(_ language: String, _ range: String) -> Bool {
        let language = language.lowercased()
        if range == "*" { return !language.isEmpty }
        if range.isEmpty { return language.isEmpty }
        return language == range || language.hasPrefix(range + "-")
    }
}
