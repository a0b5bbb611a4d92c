import PlayheadCore

/// The view's colours: a calm dark scheme that also reads on light backgrounds.
enum Palette {
    /// The orange of the application's icon.
    static let accent = TerminalColor(red: 255, green: 159, blue: 67)
    static let green = TerminalColor(red: 80, green: 190, blue: 120)
    static let amber = TerminalColor(red: 240, green: 210, blue: 90)
    static let red = TerminalColor(red: 235, green: 90, blue: 90)
    static let grey = TerminalColor(red: 135, green: 140, blue: 150)
    static let faint = TerminalColor(red: 88, green: 92, blue: 102)
    static let ink = TerminalColor(red: 16, green: 18, blue: 24)

    static let label = TextStyle(foreground: grey, isDim: true)
    static let line = TextStyle(foreground: faint, isDim: true)
    static let title = TextStyle(isBold: true)
    static let key = TextStyle(foreground: accent, isBold: true)

    static func color(of state: PlaybackState) -> TerminalColor {
        switch state {
        case .playing: green
        case .paused, .pausing: amber
        case .opening, .ready, .play, .buffering, .seeking: accent
        case .idle, .stopping, .ended: grey
        case .error: red
        }
    }

    static func badge(of state: PlaybackState) -> TextStyle {
        TextStyle(foreground: ink, background: color(of: state), isBold: true, isInverseWithoutColor: true)
    }

    static func style(of emphasis: LiveViewModel.Emphasis) -> TextStyle {
        switch emphasis {
        case .normal: .plain
        case .state: TextStyle(foreground: accent)
        case .warning: TextStyle(foreground: amber)
        case .error: TextStyle(foreground: red, isBold: true)
        }
    }
}
