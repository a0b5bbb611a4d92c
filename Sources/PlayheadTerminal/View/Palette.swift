import PlayheadCore

/// The view's colours: a calm dark scheme that also reads on light backgrounds.
enum Palette {
    static let accent = TerminalColor(86, 156, 255)
    static let green = TerminalColor(80, 190, 120)
    static let amber = TerminalColor(230, 170, 60)
    static let red = TerminalColor(235, 90, 90)
    static let grey = TerminalColor(135, 140, 150)
    static let faint = TerminalColor(88, 92, 102)
    static let ink = TerminalColor(16, 18, 24)

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
