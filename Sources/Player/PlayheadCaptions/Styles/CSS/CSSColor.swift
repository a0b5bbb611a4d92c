/// A colour of a style sheet (CSS Color Level 4, the sRGB ones).
package struct CSSColor: Sendable, Hashable {
    /// The red, green and blue components, 0xRRGGBB.
    package var rgb: UInt32
    /// The opacity, from 0 (transparent) to 1.
    package var opacity: Double

    /// Makes a colour.
    package init(rgb: UInt32, opacity: Double = 1) {
        self.rgb = rgb
        self.opacity = opacity
    }

    /// The transparent colour.
    package static let transparent = CSSColor(rgb: 0, opacity: 0)

    /// Returns this colour composited over another.
    func over(_ other: CSSColor) -> CSSColor {
        let all = opacity + other.opacity * (1 - opacity)
        guard all > 0 else { return .transparent }
        var mixed: UInt32 = 0
        for shift: UInt32 in [16, 8, 0] {
            let (front, back) = (Double(rgb >> shift & 0xFF), Double(other.rgb >> shift & 0xFF))
            let part = (front * opacity + back * other.opacity * (1 - opacity)) / all
            mixed |= UInt32(saturating: min(max(part, 0), 255)) << shift
        }
        return CSSColor(rgb: mixed, opacity: all)
    }

    /// Parses the single colour of a value; `nil` if it is invalid, also for `currentcolor`, which depends on the property.
    init?(_ tokens: ArraySlice<CSSToken>) {
        guard let first = tokens.first else { return nil }
        switch first {
        case .hash(let digits, _) where tokens.count == 1: self.init(hexadecimal: digits)
        case .ident(let name) where tokens.count == 1: self.init(name: name.lowercased())
        case .function(let name) where tokens.last == .closeParenthesis:
            self.init(function: name.lowercased(), tokens.dropFirst().dropLast())
        default: return nil
        }
    }

    private init?(name: String) {
        if name == "transparent" {
            self = .transparent
        } else if let rgb = Self.names[name] {
            self.init(rgb: rgb)
        } else {
            return nil
        }
    }

    private init?(hexadecimal digits: String) {
        guard digits.utf8.allSatisfy({ ASCII.hexDigit($0) != nil }), let value = UInt32(digits, radix: 16) else { return nil }
        switch digits.utf8.count {
        case 3: self.init(rgb: Self.doubled(value))
        case 4: self.init(rgb: Self.doubled(value >> 4), opacity: Double(value & 0xF) / 15)
        case 6: self.init(rgb: value)
        case 8: self.init(rgb: value >> 8, opacity: Double(value & 0xFF) / 255)
        default: return nil
        }
    }

    /// Returns 0xRGB as 0xRRGGBB.
    private static func doubled(_ short: UInt32) -> UInt32 {
        (short >> 8 & 0xF) * 0x110000 | (short >> 4 & 0xF) * 0x1100 | (short & 0xF) * 0x11
    }

    /// Parses `rgb()`, `rgba()`, `hsl()` and `hsla()`, with or without commas.
    private init?(function: String, _ arguments: ArraySlice<CSSToken>) {
        let values = arguments.filter { $0 != .whitespace && $0 != .comma && $0 != .delimiter(ASCII.slash) }
        guard values.count == 3 || values.count == 4 else { return nil }
        var opacity = 1.0
        if values.count == 4 {
            guard let value = Self.share(values[3], of: 1) else { return nil }
            opacity = min(max(value, 0), 1)
        }
        switch function {
        case "rgb", "rgba":
            let parts = values.prefix(3).compactMap { Self.share($0, of: 255) }
            guard parts.count == 3 else { return nil }
            self.init(red: parts[0] / 255, green: parts[1] / 255, blue: parts[2] / 255, opacity: opacity)
        case "hsl", "hsla":
            guard let hue = Self.degrees(values[0]), case .percentage(let saturation) = values[1],
                case .percentage(let lightness) = values[2]
            else { return nil }
            self.init(hue: hue, saturation: saturation / 100, lightness: lightness / 100, opacity: opacity)
        default: return nil
        }
    }

    private init(red: Double, green: Double, blue: Double, opacity: Double) {
        func byte(_ part: Double) -> UInt32 { UInt32(saturating: min(max(part, 0), 1) * 255) }
        self.init(rgb: byte(red) << 16 | byte(green) << 8 | byte(blue), opacity: opacity)
    }

    private init(hue: Double, saturation: Double, lightness: Double, opacity: Double) {
        let saturation = min(max(saturation, 0), 1)
        let lightness = min(max(lightness, 0), 1)
        let spread = saturation * min(lightness, 1 - lightness)
        func part(_ offset: Double) -> Double {
            let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let turned = place < 0 ? place + 12 : place
            return lightness - spread * max(-1, min(turned - 3, 9 - turned, 1))
        }
        self.init(red: part(0), green: part(8), blue: part(4), opacity: opacity)
    }

    private static func share(_ token: CSSToken, of whole: Double) -> Double? {
        switch token {
        case .number(let number): number
        case .percentage(let percentage): percentage / 100 * whole
        default: nil
        }
    }

    private static func degrees(_ token: CSSToken) -> Double? {
        switch token {
        case .number(let number): number
        case .dimension(let number, "deg"): number
        case .dimension(let number, "turn"): number * 360
        case .dimension(let number, "grad"): number * 0.9
        case .dimension(let number, "rad"): number * 180 / .pi
        default: nil
        }
    }
}
