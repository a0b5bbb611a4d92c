/// A row of a playlist as the text that is dragged. Only the process that drags it accepts it: in another one the index means another item.
package struct DraggedRow: Sendable, Equatable {
    /// The index of the row.
    package var index: Int
    /// The id of the process with the row.
    package var process: Int32

    package init(index: Int, process: Int32) { (self.index, self.process) = (index, process) }

    /// Parses a text that was dropped; `nil` if it is no row of the process.
    package init?(_ text: String, process: Int32) {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0] == Self.mark, Int32(fields[1]) == process, let index = Int(fields[2]), index >= 0 else {
            return nil
        }
        self.init(index: index, process: process)
    }

    /// The text.
    package var text: String { "\(Self.mark):\(process):\(index)" }

    private static let mark = "playhead-row"
}
