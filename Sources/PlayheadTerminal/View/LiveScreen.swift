/// The contents of the screen: a line for each row, and a pixel picture on top if the terminal supports it.
package struct LiveScreen: Sendable, Hashable {
    /// A pixel picture and the position of its upper left cell, from 0.
    struct Graphics: Sendable, Hashable {
        var row: Int
        var column: Int
        var sequence: String
    }

    /// The lines: as many as the terminal has rows, none wider than the terminal.
    package internal(set) var lines: [StyledLine]
    var graphics: Graphics?

    /// The screen as text.
    package var plainText: String { lines.map(\.plainText).joined(separator: "\n") }
}
