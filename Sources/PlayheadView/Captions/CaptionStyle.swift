/// How a viewer wants captions to look; where nothing is said they look as WebVTT has them.
public struct CaptionStyle: Sendable, Hashable {
    /// A colour.
    public struct Color: Sendable, Hashable {
        /// Red, green and blue, 0xRRGGBB.
        public var rgb: UInt32
        /// 0, which can be seen through, to 1.
        public var opacity: Double

        /// Makes a colour.
        public init(rgb: UInt32, opacity: Double = 1) {
            self.rgb = rgb
            self.opacity = opacity
        }
    }

    /// What keeps text apart from the picture where there is little or no background.
    public enum Edge: String, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case none
        /// A dark line around each letter.
        case outline
        /// A shadow below and to the right.
        case shadow
    }

    /// The size of the text, where 1 is WebVTT's; 0.25 to 4.
    public var scale = 1.0
    /// The family of its font.
    public var fontFamily = "sans-serif"
    /// The colour of text that has none of its own.
    public var foreground = Color(rgb: 0xFFFFFF)
    /// The colour behind the text.
    public var background = Color(rgb: 0x000000, opacity: 0.8)
    /// What keeps the text apart from the picture.
    public var edge = Edge.none
    /// Whether style sheets and colours of the stream count. Where something is set here that differs from WebVTT's style, it counts in any case.
    public var usesStreamStyles = true

    /// Makes WebVTT's style.
    public init() {}
}

// What menus offer.
extension CaptionStyle {
    /// Sizes of the text, in percent of WebVTT's.
    public static let sizes = [75, 100, 150, 200]

    /// Colours that go together.
    public enum Look: String, Sendable, Hashable, CaseIterable {
        case whiteOnBlack, yellowOnBlack, blackOnWhite, outlined

        /// What a menu says.
        public var title: String {
            switch self {
            case .whiteOnBlack: "White on black"
            case .yellowOnBlack: "Yellow on black"
            case .blackOnWhite: "Black on white"
            case .outlined: "Outlined"
            }
        }

        fileprivate var parts: (foreground: Color, background: Color, edge: Edge) {
            let opacity = CaptionStyle().background.opacity
            return switch self {
            case .whiteOnBlack: (Color(rgb: 0xFFFFFF), Color(rgb: 0x000000, opacity: opacity), .none)
            case .yellowOnBlack: (Color(rgb: 0xFFFF00), Color(rgb: 0x000000, opacity: opacity), .none)
            case .blackOnWhite: (Color(rgb: 0x000000), Color(rgb: 0xFFFFFF, opacity: opacity), .none)
            case .outlined: (Color(rgb: 0xFFFFFF), Color(rgb: 0x000000, opacity: 0), .outline)
            }
        }
    }

    /// The look that its colours are; `nil` where they are others.
    public var look: Look? {
        get { Look.allCases.first { $0.parts == (foreground, background, edge) } }
        set { if let parts = newValue?.parts { (foreground, background, edge) = parts } }
    }
}
