/// What a terminal can show, by its environment.
public struct TerminalCapabilities: Sendable {
    /// How many colours.
    public var colorDepth: ColorDepth
    /// The best way to show pictures.
    public var pictureMode: PictureMode
    /// Whether drawing may be bracketed (DEC private mode 2026), so that no half-drawn screen is seen. Terminals that don't know it ignore it.
    public var hasSynchronizedOutput: Bool
    /// The variables that it was found by.
    let environment: [String: String]

    /// Reads `TERM`, `COLORTERM`, `NO_COLOR` (no-color.org) and what else libchafa's database looks at.
    public init(environment: [String: String]) {
        self.environment = environment
        let name = environment["TERM"] ?? ""
        let isPlain = name.isEmpty || name == "dumb" || name.hasPrefix("vt")
        // A multiplexer draws the screen itself and knows only characters, whatever the terminal around it can do.
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
            // Without colours half blocks become a brightness ramp, which shows more than two-coloured symbols.
            pictureMode = colorDepth == .none ? .halfBlocks : .symbols
        }
        hasSynchronizedOutput = !isPlain && name != "linux"
    }
}
