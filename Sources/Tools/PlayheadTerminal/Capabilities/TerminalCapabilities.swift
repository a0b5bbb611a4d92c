/// The capabilities of a terminal, derived from its environment.
package struct TerminalCapabilities: Sendable {
    /// The number of colours.
    package var colorDepth: ColorDepth
    /// The best mode for pictures.
    package var pictureMode: PictureMode
    /// Whether drawing is bracketed (DEC private mode 2026), so that no partial screen is visible. Terminals without the mode ignore it.
    package var hasSynchronizedOutput: Bool
    /// The environment variables.
    let environment: [String: String]

    /// Reads `TERM`, `COLORTERM`, `NO_COLOR` (no-color.org), and the variables that libchafa's database uses.
    package init(environment: [String: String]) {
        self.environment = environment
        let name = environment["TERM"] ?? ""
        let isPlain = name.isEmpty || name == "dumb" || name.hasPrefix("vt")
        // A multiplexer draws the screen itself and supports only characters, whatever the outer terminal supports.
        let isMultiplexed = environment["TMUX"] != nil || environment["STY"] != nil || name.hasPrefix("tmux") || name.hasPrefix("screen")
        if environment["NO_COLOR"]?.isEmpty == false || isPlain {
            colorDepth = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || name.hasSuffix("-direct") || name == "xterm-kitty" {
            colorDepth = .trueColor
        } else {
            colorDepth = .indexed
        }
        let known = isMultiplexed || colorDepth == .none ? nil : ChafaTerminal(environment: environment)
        if known?.hasKittyGraphics == true {
            pictureMode = .kitty
        } else if known?.hasSixels == true {
            pictureMode = .sixel
        } else {
            // Without colours, half blocks become a brightness ramp, which shows more than two-coloured symbols.
            pictureMode = colorDepth == .none ? .halfBlocks : .symbols
        }
        hasSynchronizedOutput = !isPlain && name != "linux"
    }
}

/// The method for showing pictures.
package enum PictureMode: String, Sendable, Hashable, CaseIterable {
    /// kitty's graphics protocol: pixels.
    case kitty
    /// DEC sixels: pixels with few colours.
    case sixel
    /// Block characters that match the picture best, with two colours per cell.
    case symbols
    /// An upper half block per cell: two pixels. Needs no library and does not flicker between shapes.
    case halfBlocks
}

/// A size in cells, or the size of a cell in pixels.
package struct TerminalSize: Sendable, Hashable {
    /// The width.
    package var columns: Int
    /// The height.
    package var rows: Int

    /// Creates a size.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
