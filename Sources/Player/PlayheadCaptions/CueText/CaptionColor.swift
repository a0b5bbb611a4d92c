/// The colours that WebVTT has classes for (§5.1); captions in videos have the same except black.
package enum CaptionColor: String, Sendable, Hashable, CaseIterable {
    case white, lime, cyan, red, yellow, magenta, blue, black

    /// The red, green and blue components, 0xRRGGBB.
    package var rgb: UInt32 {
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

    /// Makes the colour with these components, if there is one.
    package init?(rgb: UInt32) {
        guard let color = Self.allCases.first(where: { $0.rgb == rgb }) else { return nil }
        self = color
    }

    /// Makes the colour of an HTML name or `#rrggbb`, lower case.
    init?(name: String) {
        if name.hasPrefix("#") {
            guard let rgb = UInt32(name.dropFirst(), radix: 16) else { return nil }
            self.init(rgb: rgb)
        } else {
            let sameColors = ["aqua": "cyan", "fuchsia": "magenta"]
            self.init(rawValue: sameColors[name] ?? name)
        }
    }

    /// Returns the colour of text with these classes: the last class with a colour applies.
    package static func text(classes: [String]) -> CaptionColor? { classes.lazy.reversed().compactMap(CaptionColor.init(rawValue:)).first }

    /// Returns the background colour of text with these classes (`bg_blue`): the last class with a colour applies.
    package static func background(classes: [String]) -> CaptionColor? {
        classes.lazy.reversed().compactMap { $0.hasPrefix("bg_") ? CaptionColor(rawValue: String($0.dropFirst(3))) : nil }.first
    }
}
