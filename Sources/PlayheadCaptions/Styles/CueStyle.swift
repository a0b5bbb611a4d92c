/// The computed style of a part of a cue. Lengths are in the units of the ``CueStyleContext``.
public struct CueStyle: Sendable, Hashable {
    /// Decoration lines of text.
    public struct Decoration: Sendable, Hashable {
        /// The position of a line.
        public enum Line: String, Sendable, Hashable, CaseIterable {
            case underline, overline
            case lineThrough = "line-through"
        }

        /// The style of a line.
        public enum Style: String, Sendable, Hashable, CaseIterable {
            case solid, double, dotted, dashed, wavy
        }

        /// The lines.
        public var lines: Set<Line>
        /// The colour of the lines.
        public var color: CSSColor
        /// The style of the lines.
        public var style: Style

        /// Makes a decoration.
        public init(lines: Set<Line>, color: CSSColor, style: Style = .solid) {
            (self.lines, self.color, self.style) = (lines, color, style)
        }
    }

    /// A shadow of the text.
    public struct Shadow: Sendable, Hashable {
        /// The horizontal offset, to the right.
        public var x: Double
        /// The vertical offset, downwards.
        public var y: Double
        /// The radius of the blur.
        public var blur: Double
        /// The colour.
        public var color: CSSColor
    }

    /// A line around a box, which does not affect the layout.
    public struct Outline: Sendable, Hashable {
        /// The width of the line.
        public var width: Double
        /// The colour.
        public var color: CSSColor

        /// Makes an outline.
        public init(width: Double, color: CSSColor) { (self.width, self.color) = (width, color) }
    }

    /// The width of a font's letters.
    public enum Stretch: String, Sendable, Hashable, CaseIterable {
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
    public enum WhiteSpace: String, Sendable, Hashable, CaseIterable {
        case normal, pre, nowrap
        case preWrap = "pre-wrap"
        case preLine = "pre-line"

        /// Whether line ends are kept.
        var keepsLines: Bool { self == .pre || self == .preWrap || self == .preLine }
        /// Whether spaces and tabs are kept.
        var keepsSpaces: Bool { self == .pre || self == .preWrap }
        /// Whether long lines are wrapped.
        public var wraps: Bool { self != .pre && self != .nowrap }
    }

    /// The side of the text on which a reading is.
    public enum RubyPosition: String, Sendable, Hashable, CaseIterable {
        case over, under
    }

    /// The colour of the text, with the opacity of all enclosing elements.
    public var color: CSSColor
    /// Whether the text is visible; it occupies its space anyway.
    public var isVisible = true
    /// The decorations of this and the enclosing elements, the outermost first.
    public var decorations: [Decoration] = []
    /// The shadows, the foremost first.
    public var shadows: [Shadow] = []
    /// The background colour, except for the box of the whole cue; `nil` without one.
    public var background: CSSColor?
    /// The outline.
    public var outline: Outline?
    /// The font families, the preferred one first.
    public var fontFamilies: [String]
    /// The font size.
    public var fontSize: Double
    /// Whether the font is italic.
    public var isItalic = false
    /// The font weight, 100 to 900; 400 is normal, 700 bold.
    public var fontWeight = 400
    /// The width of the letters.
    public var fontStretch = Stretch.normal
    /// Whether lower-case letters are small capitals.
    public var isSmallCaps = false
    /// The minimum line height, as a multiple of the font size; `nil` for that of the font.
    public var lineHeight: Double?
    /// The handling of white space.
    public var whiteSpace = WhiteSpace.preLine
    /// The position of readings.
    public var rubyPosition = RubyPosition.over
    /// Whether the letters are side by side in vertical lines.
    public var isCombinedUpright = false

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
