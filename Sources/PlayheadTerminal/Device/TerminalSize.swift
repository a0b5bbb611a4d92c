/// A size in cells, or the size of a cell in pixels.
public struct TerminalSize: Sendable, Hashable {
    /// The width.
    public var columns: Int
    /// The height.
    public var rows: Int

    /// Creates a size.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}
