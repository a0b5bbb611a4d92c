/// The colours that WebVTT has classes for (§5.1); captions inside videos have the same but black.
public enum CaptionColor: String, Sendable, Hashable, CaseIterable {
    case white, lime, cyan, red, yellow, magenta, blue, black

    /// Red, green and blue, 0xRRGGBB.
    public var rgb: UInt32 {
        switch self {
        case .white: 0xFFFFFF
        case .lime: 0x00FF00
        case .cyan: 0x00FFFF
        case .red: 0xFF0000
        case .yellow: 0xFFFF00
        case .magenta: 0xFF00FF
        case .blue: 0x0000FF
        case .black: 0x000000
        }
    }

    /// The colour of red, green and blue, if it is one of these.
    public init?(rgb: UInt32) {
        guard let color = Self.allCases.first(where: { $0.rgb == rgb }) else { return nil }
        self = color
    }

    /// The colour of a name of HTML or of `#rrggbb`, lower case.
    init?(name: String) {
        if name.hasPrefix("#") {
            guard let rgb = UInt32(name.dropFirst(), radix: 16) else { return nil }
            self.init(rgb: rgb)
        } else {
            let sameColors = ["aqua": "cyan", "fuchsia": "magenta"]
            self.init(rawValue: sameColors[name] ?? name)
        }
    }

    /// The colour of text with these classes: the last that names one counts.
    public static func text(classes: [String]) -> CaptionColor? { classes.lazy.reversed().compactMap(CaptionColor.init(rawValue:)).first }

    /// The colour behind text with these classes (`bg_blue`): the last that names one counts.
    public static func background(classes: [String]) -> CaptionColor? {
        classes.lazy.reversed().compactMap { $0.hasPrefix("bg_") ? CaptionColor(rawValue: String($0.dropFirst(3))) : nil }.first
    }
}
