/// What a terminal tells.
public enum TerminalEvent: Sendable, Hashable {
    /// A key was pressed.
    case key(Key)
    /// The size changed, or the program continues after it was stopped: the screen has to be drawn in full.
    case resized(TerminalSize)
    /// The terminal is gone.
    case closed
}
