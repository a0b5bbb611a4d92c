/// A colour with red, green and blue components.
struct TerminalColor: Sendable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// Returns the parameters of the SGR sequence for the colour (ECMA-48 §8.3.117, ITU-T T.416), or `nil` without colours.
    func parameters(isBackground: Bool, depth: ColorDepth) -> String? {
        let selector = isBackground ? 48 : 38
        switch depth {
        case .none: return nil
        case .indexed: return "\(selector);5;\(paletteIndex)"
        case .trueColor: return "\(selector);2;\(red);\(green);\(blue)"
        }
    }

    /// The nearest entry of xterm's 256-colour palette: its 6×6×6 cube or its grey ramp.
    var paletteIndex: Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func step(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
        func distance(red: Int, green: Int, blue: Int) -> Int {
            let (r, g, b) = (red - Int(self.red), green - Int(self.green), blue - Int(self.blue))
            return r * r + g * g + b * b
        }
        let (r, g, b) = (step(red), step(green), step(blue))
        let grey = max(0, min(23, ((Int(red) + Int(green) + Int(blue)) / 3 - 3) / 10))
        let greyLevel = 8 + 10 * grey
        let isGrey =
            distance(red: greyLevel, green: greyLevel, blue: greyLevel) < distance(red: levels[r], green: levels[g], blue: levels[b])
        return isGrey ? 232 + grey : 16 + 36 * r + 6 * g + b
    }
}

/// The number of colours of a terminal.
package enum ColorDepth: Sendable, Hashable, CaseIterable {
    /// No colours: bold, dim and inverse only.
    case none
    /// xterm's palette of 256 colours.
    case indexed
    /// 24-bit colours.
    case trueColor
}
