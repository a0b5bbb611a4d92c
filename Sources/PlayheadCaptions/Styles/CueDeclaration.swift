/// A property with its value, as the style sheet has it.
struct CueDeclaration: Hashable, Sendable {
    /// The properties that captions have (WebVTT §8.2.1); shorthands are taken apart.
    enum Property: String, Hashable, Sendable, CaseIterable {
        case color, opacity, visibility
        case decorationLine = "text-decoration-line"
        case decorationColor = "text-decoration-color"
        case decorationStyle = "text-decoration-style"
        case textShadow = "text-shadow"
        case backgroundColor = "background-color"
        case outlineColor = "outline-color"
        case outlineStyle = "outline-style"
        case outlineWidth = "outline-width"
        case fontFamily = "font-family"
        case fontSize = "font-size"
        case fontStyle = "font-style"
        case fontWeight = "font-weight"
        case fontStretch = "font-stretch"
        case fontVariant = "font-variant"
        case lineHeight = "line-height"
        case whiteSpace = "white-space"
        case textCombineUpright = "text-combine-upright"
        case rubyPosition = "ruby-position"

        /// Whether it may change where text stands: `:past` and `:future` can't set it.
        var affectsLayout: Bool {
            switch self {
            case .fontFamily, .fontSize, .fontStyle, .fontWeight, .fontStretch, .fontVariant, .lineHeight, .whiteSpace,
                .textCombineUpright, .rubyPosition:
                true
            default: false
            }
        }

        /// Whether an element has it from the one around it where nothing is said.
        var isInherited: Bool {
            switch self {
            case .opacity, .decorationLine, .decorationColor, .decorationStyle, .backgroundColor, .outlineColor, .outlineStyle,
                .outlineWidth:
                false
            default: true
            }
        }
    }

    /// A length or share.
    enum Length: Hashable, Sendable {
        /// CSS pixels.
        case pixels(Double)
        /// Of the font's size; for `font-size` itself, of the one around.
        case em(Double)
        /// Of the root's font size.
        case rootEm(Double)
        /// Percent of the picture's width and height, and of the smaller and the greater of them.
        case width(Double), height(Double), smaller(Double), greater(Double)
    }

    /// A shadow as it is written.
    struct ShadowValue: Hashable, Sendable {
        var x: Length
        var y: Length
        var blur: Length
        /// `nil`: the text's.
        var color: CSSColor?
    }

    /// What a property is set to.
    enum Value: Hashable, Sendable {
        case inherit, initial
        /// `inherit` for properties that are inherited, else `initial`.
        case unset
        /// `nil` is the text's colour.
        case color(CSSColor?)
        case number(Double)
        case flag(Bool)
        case length(Length)
        case lines(Set<CueStyle.Decoration.Line>)
        case decorationStyle(CueStyle.Decoration.Style)
        case shadows([ShadowValue])
        case families([String])
        case weight(CueDeclaration.Weight)
        case stretch(CueStyle.Stretch)
        case whiteSpace(CueStyle.WhiteSpace)
        case rubyPosition(CueStyle.RubyPosition)
        /// `normal` of `line-height`.
        case normal
    }

    /// A weight of a font.
    enum Weight: Hashable, Sendable {
        case absolute(Int)
        case bolder, lighter
    }

    var property: Property
    var value: Value
    var isImportant = false
}
