/// An event of a terminal.
package enum TerminalEvent: Sendable, Hashable {
    /// A key was pressed.
    case key(Key)
    /// The size changed, or the program continues after a stop: the screen must be redrawn completely.
    case resized(TerminalSize)
    /// The terminal was closed.
    case closed
}
