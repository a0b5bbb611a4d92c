import PlayheadCore
import Synchronization

/// Encodes pictures for a terminal: as pixels if the terminal supports them, otherwise as characters.
///
/// The renderer keeps libchafa's canvas between pictures of the same size. It can be used on any thread, with one picture at a time.
package final class TerminalPicture: Sendable {
    /// The method for showing pictures.
    package let mode: PictureMode
    private let depth: ColorDepth
    private let terminal: ChafaTerminal?
    private let canvas = Mutex<Cache>(Cache())

    private struct Cache {
        var canvas: ChafaCanvas?
        var cell = TerminalSize(columns: 0, rows: 0)
    }

    /// Creates a renderer.
    /// - Parameters:
    ///   - capabilities: The terminal's capabilities.
    ///   - mode: The method; by default the best that the terminal supports.
    package init(capabilities: TerminalCapabilities, mode: PictureMode? = nil) {
        depth = capabilities.colorDepth
        let wanted = mode ?? capabilities.pictureMode
        terminal = wanted == .halfBlocks ? nil : ChafaTerminal(environment: capabilities.environment, assumesAll: true)
        self.mode = terminal == nil ? .halfBlocks : wanted
    }

    /// Renders a picture in at most `area`, with its aspect ratio.
    /// - Parameters:
    ///   - picture: The pixels, used during the call only.
    ///   - area: The available area in cells.
    ///   - cell: The size of a cell in pixels; `nil` if unknown.
    /// - Returns: The picture, or `nil` if there is no room.
    package func render(_ picture: PixelBuffer, in area: TerminalSize, cell: TerminalSize? = nil) -> RenderedPicture? {
        let cell = cell ?? TerminalSize(columns: 8, rows: 16)
        guard cell.columns > 0,
            let size = PictureSize.fit(
                aspect: picture.aspect, in: area, cellAspect: Double(cell.rows) / Double(cell.columns))
        else { return nil }
        if let terminal, let text = draw(picture, size: size, cell: cell, terminal: terminal) {
            guard mode == .symbols else { return RenderedPicture(columns: size.columns, rows: size.rows, content: .graphics(text)) }
            let rows = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(size.rows)
            if rows.count == size.rows {
                let cells = rows.map { RenderedPicture.Row(encoded: String($0)) }
                return RenderedPicture(columns: size.columns, rows: size.rows, content: .cells(cells))
            }
        }
        return RenderedPicture(
            columns: size.columns, rows: size.rows, content: .cells(HalfBlocks.rows(picture, size: size, depth: depth)))
    }

    private func draw(_ picture: PixelBuffer, size: TerminalSize, cell: TerminalSize, terminal: ChafaTerminal) -> String? {
        canvas.withLock { cache in
            if cache.canvas?.size != size || cache.cell != cell {
                cache.canvas = ChafaCanvas(size: size, cell: cell, mode: mode, depth: depth, terminal: terminal)
                cache.cell = cell
            }
            return cache.canvas?.print(picture)
        }
    }
}

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
