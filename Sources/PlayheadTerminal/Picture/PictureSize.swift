/// Fits a picture into an area of cells.
enum PictureSize {
    /// The aspect ratio (height over width) of a cell if the terminal does not report it.
    static let usualCellAspect = 2.0

    /// Returns the cells that a picture covers within `area`, with its aspect ratio as closely as whole cells allow; at least one cell,
    /// `nil` if there is no room or no picture. `aspect` is the display aspect ratio of the picture, width over height, and `cellAspect` a
    /// cell's height over its width.
    static func fit(aspect: Double, in area: TerminalSize, cellAspect: Double = usualCellAspect) -> TerminalSize? {
        guard area.columns > 0, area.rows > 0, aspect.isFinite, aspect > 0, cellAspect.isFinite, cellAspect > 0 else { return nil }
        let cellsAspect = aspect * cellAspect
        let columns = max(1, min(Double(area.columns), (Double(area.rows) * cellsAspect).rounded()))
        let rows = min(Double(area.rows), (columns / cellsAspect).rounded())
        return TerminalSize(columns: Int(saturating: columns), rows: max(1, Int(saturating: rows)))
    }
}
