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
