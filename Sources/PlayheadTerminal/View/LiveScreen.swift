/// One state of the screen: a line for each row, and a picture of real pixels on top where the terminal can.
public struct LiveScreen: Sendable, Hashable {
    /// A picture of real pixels and where its upper left cell is, from 0.
    struct Graphics: Sendable, Hashable {
        var row: Int
        var column: Int
        var sequence: String
    }

    /// As many as the terminal has rows, none wider than it.
    public internal(set) var lines: [StyledLine]
    var graphics: Graphics?

    /// The screen as text.
    public var plainText: String { lines.map(\.plainText).joined(separator: "\n") }
}
