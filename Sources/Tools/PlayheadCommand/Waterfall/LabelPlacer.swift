/// Places labels in rows, so that they do not overlap.
struct LabelPlacer {
    /// The mean width of a character of a label in bold type, in pixels.
    static let characterWidth = 6.5

    /// The place of a label: its row from 0, and whether it ends at its coordinate instead of beginning there.
    struct Place {
        var row: Int
        var endsAtX: Bool
    }

    /// The end of the last label of each row.
    private var ends: [Double] = []
    /// The right edge, which labels do not exceed.
    private let limit: Double
    private let gap = 8.0

    init(limit: Double) { self.limit = limit }

    /// The number of rows.
    var rows: Int { ends.count }

    /// Places a label that begins `inset` after `x`, or ends before `x` if there is no room; labels are placed in the order of `x`.
    mutating func place(_ text: String, at x: Double, inset: Double) -> Place {
        let width = Double(text.count) * Self.characterWidth
        let endsAtX = x + inset + width > limit
        let start = endsAtX ? x - inset - width : x + inset
        let row = ends.firstIndex { $0 + gap <= start } ?? ends.count
        if row == ends.count { ends.append(0) }
        ends[row] = start + width
        return Place(row: row, endsAtX: endsAtX)
    }
}
