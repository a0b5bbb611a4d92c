/// The computed style of a part of a cue. Lengths are in the units of the ``CueStyleContext``.
package struct CueStyle: Sendable, Hashable {
    /// Decoration lines of text.
    package struct Decoration: Sendable, Hashable {
        /// The position of a line.
        package enum Line: String, Sendable, Hashable, CaseIterable {
            case underline, overline
            case lineThrough = "line-through"
        }

        /// The style of a line.
        package enum Style: String, Sendable, Hashable, CaseIterable {
            case solid, double, dotted, dashed, wavy
        }

        /// The lines.
        package var lines: Set<Line>
        /// The colour of the lines.
        package var color: CSSColor
        /// The style of the lines.
        package var style: Style

        /// Makes a decoration.
        package init(lines: Set<Line>, color: CSSColor, style: Style = .solid) {
            (self.lines, self.color, self.style) = (lines, color, style)
        }
    }

    /// A shadow of the text.
    package struct Shadow: Sendable, Hashable {
        /// The horizontal offset, to the right.
        package var x: Double
        /// The vertical offset, downwards.
        package var y: Double
        /// The radius of the blur.
        package var blur: Double
        /// The colour.
        package var color: CSSColor
    }

    /// A line around a box, which does not affect the layout.
    package struct Outline: Sendable, Hashable {
        /// The width of the line.
        package var width: Double
        /// The colour.
        package var color: CSSColor

        /// Makes an outline.
        package init(width: Double, color: CSSColor) { (self.width, self.color) = (width, color) }
    }

    /// The width of a font's letters.
    package enum Stretch: String, Sendable, Hashable, CaseIterable {
        case ultraCondensed = "ultra-condensed"
        case extraCondensed = "extra-condensed"
        case condensed
        case semiCondensed = "semi-condensed"
        case normal
        case semiExpanded = "semi-expanded"
        case expanded
        case extraExpanded = "extra-expanded"
        case ultraExpanded = "ultra-expanded"
    }

    /// The handling of white space, and of line breaks.
    package enum WhiteSpace: String, Sendable, Hashable, CaseIterable {
        case normal, pre, nowrap
        case preWrap = "pre-wrap"
        case preLine = "pre-line"

        /// Whether line ends are kept.
        var keepsLines: Bool { self == .pre || self == .preWrap || self == .preLine }
        /// Whether spaces and tabs are kept.
        var keepsSpaces: Bool { self == .pre || self == .preWrap }
        /// Whether long lines are wrapped.
        package var wraps: Bool { self != .pre && self != .nowrap }
    }

    /// The side of the text on which a reading is.
    package enum RubyPosition: String, Sendable, Hashable, CaseIterable {
        case over, under
    }

    /// The colour of the text, with the opacity of all enclosing elements.
    package var color: CSSColor
    /// Whether the text is visible; it occupies its space anyway.
    package var isVisible = true
    /// The decorations of this and the enclosing elements, the outermost first.
    package var decorations: [Decoration] = []
    /// The shadows, the foremost first.
    package var shadows: [Shadow] = []
    /// The background colour, except for the box of the whole cue; `nil` without one.
    package var background: CSSColor?
    /// The outline.
    package var outline: Outline?
    /// The font families, the preferred one first.
    package var fontFamilies: [String]
    /// The font size.
    package var fontSize: Double
    /// Whether the font is italic.
    package var isItalic = false
    /// The font weight, 100 to 900; 400 is normal, 700 bold.
    package var fontWeight = 400
    /// The width of the letters.
    package var fontStretch = Stretch.normal
    /// Whether lower-case letters are small capitals.
    package var isSmallCaps = false
    /// The minimum line height, as a multiple of the font size; `nil` for that of the font.
    package var lineHeight: Double?
    /// The handling of white space.
    package var whiteSpace = WhiteSpace.preLine
    /// The position of readings.
    package var rubyPosition = RubyPosition.over
    /// Whether the letters are side by side in vertical lines.
    package var isCombinedUpright = false

    /// The opacity of all enclosing elements; already applied to the colours.
    var opacity = 1.0
    /// The declared colour, which nested elements inherit.
    var ownColor: CSSColor

    /// Makes WebVTT's default style of a cue (§7.4).
    init(fontSize: Double) {
        color = CSSColor(rgb: 0xFFFFFF)
        ownColor = color
        fontFamilies = ["sans-serif"]
        self.fontSize = fontSize
    }
}
