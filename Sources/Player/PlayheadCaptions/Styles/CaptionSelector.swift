/// The selector of a rule in a caption's style sheet, inside of a cue (the applicable part of Selectors Level 4).
struct CaptionSelector: Hashable, Sendable {
    /// The relation of an element to the previous one in a selector.
    enum Combinator: Hashable, Sendable {
        case descendant, child, nextSibling, subsequentSibling
    }

    /// The comparison of an attribute's value.
    enum AttributeMatch: Hashable, Sendable {
        case exists, equals, includes, dashMatch, prefix, suffix, substring
    }

    /// A condition on an element.
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

    /// The conditions on one element.
    typealias Compound = [Condition]

    /// The elements from the outermost to the subject of the rule.
    var compounds: [Compound]
    /// The relation of each element to the next; one fewer.
    var combinators: [Combinator]
    /// The specificity of Selectors Level 4, §17, as one number.
    var specificity: Int
    /// Whether the selector depends on the time.
    var isTimed: Bool

    static let identifierWeight = 1 << 20
    static let classWeight = 1 << 10
    static let typeWeight = 1
    /// The maximum number of elements in a selector: no cue is that deep, and matching takes time.
    static let maximumCompounds = 8
}
