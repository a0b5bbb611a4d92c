/// What a rule of a caption's style sheet is for, inside of a cue (Selectors Level 4, as far as it means anything in one).
struct CaptionSelector: Hashable, Sendable {
    /// How an element stands to the one before it in a selector.
    enum Combinator: Hashable, Sendable {
        case descendant, child, nextSibling, subsequentSibling
    }

    /// How an attribute's value is compared.
    enum AttributeMatch: Hashable, Sendable {
        case exists, equals, includes, dashMatch, prefix, suffix, substring
    }

    /// What an element has to be.
    indirect enum Condition: Hashable, Sendable {
        case type(String)
        case identifier(String)
        case className(String)
        case attribute(name: String, AttributeMatch, value: String, ignoresCase: Bool)
        case language([String])
        case past, future, root
        case not([CaptionSelector])
        case any([CaptionSelector])
    }

    /// Conditions on one element.
    typealias Compound = [Condition]

    /// The elements from the outermost to the one that the rule is for.
    var compounds: [Compound]
    /// How each stands to the next; one fewer.
    var combinators: [Combinator]
    /// Selectors Level 4, §17, as one number.
    var specificity: Int
    /// Whether it depends on the time.
    var isTimed: Bool

    static let identifierWeight = 1 << 20
    static let classWeight = 1 << 10
    static let typeWeight = 1
    /// Longer ones are not understood: no cue is that deep, and matching takes time.
    static let mostCompounds = 8
}
