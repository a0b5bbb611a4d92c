/// How a picture fits into an area of cells.
enum PictureSize {
    /// A cell's height over its width where the terminal doesn't say.
    static let usualCellAspect = 2.0

    /// The cells that a picture covers within `area`, its aspect kept as well as whole cells allow; at least one cell, `nil` where there is no room or no picture.
    /// - Parameters:
    ///   - aspect: The picture's width over its height, as shown.
    ///   - cellAspect: A cell's height over its width.
    static func fit(aspect: Double, in area: TerminalSize, cellAspect: Double = usualCellAspect) -> TerminalSize? {
        guard area.columns > 0, area.rows > 0, aspect.isFinite, aspect > 0, cellAspect.isFinite, cellAspect > 0 else { return nil }
        let cellsAspect = aspect * cellAspect
        let columns = max(1, min(Double(area.columns), (Double(area.rows) * cellsAspect).rounded()))
        let rows = min(Double(area.rows), (columns / cellsAspect).rounded())
        return TerminalSize(columns: Int(saturating: columns), rows: max(1, Int(saturating: rows)))
    }
}
