/// The viewer's settings for the look of captions; the defaults are WebVTT's.
public struct CaptionStyle: Sendable, Hashable {
    /// A colour.
    public struct Color: Sendable, Hashable {
        /// The red, green and blue components, 0xRRGGBB.
        public var rgb: UInt32
        /// The opacity, from 0 (transparent) to 1.
        public var opacity: Double

        /// Creates a colour.
        public init(rgb: UInt32, opacity: Double = 1) {
            self.rgb = rgb
            self.opacity = opacity
        }
    }

    /// The decoration that separates text from the picture if there is little or no background.
    public enum Edge: String, Sendable, Hashable, CaseIterable {
        /// No decoration.
        case none
        /// A dark line around each letter.
        case outline
        /// A shadow below and to the right.
        case shadow
    }

    /// The text size relative to WebVTT's, from 0.25 to 4.
    public var scale = 1.0
    /// The font family.
    public var fontFamily = "sans-serif"
    /// The colour of text without a colour of its own.
    public var foreground = Color(rgb: 0xFFFFFF)
    /// The colour behind the text.
    public var background = Color(rgb: 0x000000, opacity: 0.8)
    /// The decoration of the letters.
    public var edge = Edge.none
    /// Whether style sheets and colours of the stream are used. A setting here that differs from WebVTT's style always overrides them.
    public var usesStreamStyles = true

    /// Creates WebVTT's style.
    public init() {}
}

// The choices for menus.
extension CaptionStyle {
    /// The text sizes, in percent of WebVTT's.
    package static let sizes = [75, 100, 150, 200]

    /// A set of matching colours.
    package enum Look: String, Sendable, Hashable, CaseIterable {
        case whiteOnBlack, yellowOnBlack, blackOnWhite, outlined

        /// The title for menus.
        package var title: String {
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

    /// The look with these colours; `nil` if no look has them.
    package var look: Look? {
        get { Look.allCases.first { $0.parts == (foreground, background, edge) } }
        set { if let parts = newValue?.parts { (foreground, background, edge) = parts } }
    }
}
