/// How a part of a cue looks, after all that style sheets say. Lengths are in the units that the ``CueStyleContext`` has.
public struct CueStyle: Sendable, Hashable {
    /// Lines at a text.
    public struct Decoration: Sendable, Hashable {
        /// Where a line is.
        public enum Line: String, Sendable, Hashable, CaseIterable {
            case underline, overline
            case lineThrough = "line-through"
        }

        /// How a line looks.
        public enum Style: String, Sendable, Hashable, CaseIterable {
            case solid, double, dotted, dashed, wavy
        }

        /// Which lines there are.
        public var lines: Set<Line>
        /// Their colour.
        public var color: CSSColor
        /// How they look.
        public var style: Style

        /// Makes lines.
        public init(lines: Set<Line>, color: CSSColor, style: Style = .solid) {
            (self.lines, self.color, self.style) = (lines, color, style)
        }
    }

    /// A shadow of the text.
    public struct Shadow: Sendable, Hashable {
        /// How far it is to the right.
        public var x: Double
        /// How far it is down.
        public var y: Double
        /// How far its edge is spread.
        public var blur: Double
        /// Its colour.
        public var color: CSSColor
    }

    /// A line around a box, which takes no room.
    public struct Outline: Sendable, Hashable {
        /// How wide the line is.
        public var width: Double
        /// Its colour.
        public var color: CSSColor

        /// Makes a line.
        public init(width: Double, color: CSSColor) { (self.width, self.color) = (width, color) }
    }

    /// How wide a font's letters are.
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

    /// What becomes of white space, and whether lines are broken.
    public enum WhiteSpace: String, Sendable, Hashable, CaseIterable {
        case normal, pre, nowrap
        case preWrap = "pre-wrap"
        case preLine = "pre-line"

        /// Whether ends of line stay.
        var keepsLines: Bool { self == .pre || self == .preWrap || self == .preLine }
        /// Whether spaces and tabs stay.
        var keepsSpaces: Bool { self == .pre || self == .preWrap }
        /// Whether lines are broken where they are too long.
        public var wraps: Bool { self != .pre && self != .nowrap }
    }

    /// On which side of its text a reading is.
    public enum RubyPosition: String, Sendable, Hashable, CaseIterable {
        case over, under
    }

    /// The text's colour, with the opacity of all that it is in.
    public var color: CSSColor
    /// Whether it can be seen; it takes its room anyway.
    public var isVisible = true
    /// What elements around it draw at it, the outermost first.
    public var decorations: [Decoration] = []
    /// Its shadows, the foremost first.
    public var shadows: [Shadow] = []
    /// What is behind it, but for the box of the whole cue; `nil` where nothing is.
    public var background: CSSColor?
    /// The line around it.
    public var outline: Outline?
    /// The families of its font, the one that is wanted most first.
    public var fontFamilies: [String]
    /// The size of its font.
    public var fontSize: Double
    /// Whether it is slanted.
    public var isItalic = false
    /// 100 to 900; 400 is normal, 700 bold.
    public var fontWeight = 400
    /// How wide its letters are.
    public var fontStretch = Stretch.normal
    /// Whether its small letters are small capitals.
    public var isSmallCaps = false
    /// How high its lines are at least, as a multiple of the font's size; `nil` as the font has it.
    public var lineHeight: Double?
    /// What becomes of white space.
    public var whiteSpace = WhiteSpace.preLine
    /// Where readings are.
    public var rubyPosition = RubyPosition.over
    /// Whether in vertical lines its letters stand side by side.
    public var isCombinedUpright = false

    /// The opacity of all that it is in; it is in the colours.
    var opacity = 1.0
    /// The colour as it was set, which elements inside have.
    var ownColor: CSSColor

    /// WebVTT's own style of a cue (§7.4).
    init(fontSize: Double) {
        color = CSSColor(rgb: 0xFFFFFF)
        ownColor = color
        fontFamilies = ["sans-serif"]
        self.fontSize = fontSize
    }
}
