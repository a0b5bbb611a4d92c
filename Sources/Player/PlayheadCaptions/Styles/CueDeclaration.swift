/// A property with its value, as declared in the style sheet.
struct CueDeclaration: Hashable, Sendable {
    /// The properties of captions (WebVTT §8.2.1); shorthands are expanded.
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

        /// Whether the property may affect the layout: `:past` and `:future` cannot set it.
        var affectsLayout: Bool {
            switch self {
            case .fontFamily, .fontSize, .fontStyle, .fontWeight, .fontStretch, .fontVariant, .lineHeight, .whiteSpace,
                .textCombineUpright, .rubyPosition:
                true
            default: false
            }
        }

        /// Whether the property is inherited.
        var isInherited: Bool {
            switch self {
            case .opacity, .decorationLine, .decorationColor, .decorationStyle, .backgroundColor, .outlineColor, .outlineStyle,
                .outlineWidth:
                false
            default: true
            }
        }
    }

    /// A length or percentage.
    enum Length: Hashable, Sendable {
        /// CSS pixels.
        case pixels(Double)
        /// A multiple of the font size; for `font-size` itself, of the inherited one.
        case em(Double)
        /// A multiple of the root's font size.
        case rootEm(Double)
        /// A percentage of the picture's width and height, and of the smaller and the greater of them.
        case width(Double), height(Double), smaller(Double), greater(Double)
    }

    /// A declared shadow.
    struct ShadowValue: Hashable, Sendable {
        var x: Length
        var y: Length
        var blur: Length
        /// The colour; `nil` is that of the text.
        var color: CSSColor?
    }

    /// A declared value.
    enum Value: Hashable, Sendable {
        case inherit, initial
        /// `inherit` for inherited properties, otherwise `initial`.
        case unset
        /// A colour; `nil` is that of the text.
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

    /// A font weight.
    enum Weight: Hashable, Sendable {
        case absolute(Int)
        case bolder, lighter
    }

    var property: Property
    var value: Value
    var isImportant = false
}
