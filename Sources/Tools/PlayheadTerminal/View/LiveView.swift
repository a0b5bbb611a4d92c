import PlayheadCore

/// Lays out a player's live view: a pure function of a model and the terminal's size.
package enum LiveView {
    /// Returns the area for the picture in cells, in a terminal of `size`; 0 rows if there is none. A live stream and captions in `model`
    /// need additional rows.
    package static func pictureArea(in size: TerminalSize, for model: LiveViewModel = LiveViewModel()) -> TerminalSize {
        layout(of: model, size: size, hasPicture: true).picture
    }

    private static func layout(of model: LiveViewModel, size: TerminalSize, hasPicture: Bool) -> LiveLayout {
        LiveLayout(
            size: size, hasPicture: hasPicture, isLive: model.timeline != .onDemand,
            hasCaptions: !model.captions.isEmpty || !model.captionLines.isEmpty,
            addressRows: addressLines(model, width: size.columns).count)
    }

    /// Returns the screen for `model` on a terminal of `size`.
    package static func screen(for model: LiveViewModel, size: TerminalSize) -> LiveScreen {
        guard size.columns > 0, size.rows > 0 else { return LiveScreen(lines: []) }
        let layout = layout(of: model, size: size, hasPicture: model.picture != .none || model.error != nil)
        let width = layout.mainColumns - 2 * layout.margin
        var main: [StyledLine] = []
        if layout.hasURL { main.append(urlLine(model, width: width)) }
        let pictureRow = main.count + 1
        let picture = pictureLines(model, layout: layout)
        main += picture.lines.map { indented($0, by: layout.margin, isCentered: true, in: layout.mainColumns) }
        let captionRow = main.count
        main += captionLines(model, width: width, rows: layout.captionRows).map {
            indented($0, by: layout.margin, isCentered: true, in: layout.mainColumns)
        }
        let gap = layout.gaps / 2
        main += Array(repeating: StyledLine(), count: gap)
        if size.rows >= 2 { main.append(timelineLine(model, width: width)) }
        main += Array(repeating: StyledLine(), count: gap)
        if layout.hasLive { main.append(liveLine(model, width: width)) }
        if layout.hasStatus { main.append(statusLine(model, width: width)) }
        if layout.hasDetails { main.append(detailsLine(model, width: width)) }
        if layout.logRows > 0 { main += logLines(model, width: width, rows: layout.logRows) }

        let bodyRows = size.rows - 1 - (layout.hasKeys ? 1 : 0) - layout.addressRows
        main = Array(main.prefix(bodyRows))
        main += Array(repeating: StyledLine(), count: max(0, bodyRows - main.count))
        let body = (0..<main.count).map { row in
            let isCentered = (pictureRow - 1..<captionRow + layout.captionRows).contains(row)
            return isCentered ? main[row] : indented(main[row], by: layout.margin)
        }

        var lines = [indented(titleLine(model, width: size.columns - 2 * layout.margin), by: layout.margin)]
        lines += layout.sideColumns > 0 ? withSideLog(body, model: model, layout: layout) : body
        lines += addressLines(model, width: size.columns).prefix(layout.addressRows)
        if layout.hasKeys { lines.append(indented(keysLine(model, width: size.columns - 2 * layout.margin), by: layout.margin)) }
        var screen = LiveScreen(lines: lines.prefix(size.rows).map { $0.truncated(to: size.columns) })
        if let graphics = picture.graphics {
            screen.graphics = LiveScreen.Graphics(row: pictureRow + graphics.row, column: graphics.column, sequence: graphics.sequence)
        }
        return screen
    }

    /// Returns the lines of the picture's area, and the graphics with their position in the area.
    private static func pictureLines(_ model: LiveViewModel, layout: LiveLayout) -> (lines: [StyledLine], graphics: LiveScreen.Graphics?) {
        let area = layout.picture
        guard area.rows > 0, area.columns > 0 else { return ([], nil) }
        var content: [StyledLine] = []
        var graphics: LiveScreen.Graphics?
        if let error = model.error {
            let style = Palette.style(of: .error)
            content = SafeText.wrap(SafeText.short(error), to: max(1, min(area.columns - 2, 76))).prefix(area.rows).map {
                StyledLine($0, style)
            }
        } else if case .rendered(let picture) = model.picture, picture.columns <= area.columns, picture.rows <= area.rows {
            switch picture.content {
            case .cells(let rows):
                content = rows.map { row in
                    var line = StyledLine()
                    line.append(row, columns: picture.columns)
                    return line
                }
            case .graphics(let sequence):
                graphics = LiveScreen.Graphics(
                    row: (area.rows - picture.rows) / 2, column: (layout.mainColumns - picture.columns) / 2, sequence: sequence)
            }
        } else if model.picture != .none {
            content = [StyledLine(stateText(model.state), TextStyle(foreground: Palette.faint, isDim: true))]
        }
        let above = (area.rows - content.count) / 2
        let empty = StyledLine()
        let below = area.rows - content.count - above
        return (Array(repeating: empty, count: above) + content + Array(repeating: empty, count: below), graphics)
    }

    private static func withSideLog(_ body: [StyledLine], model: LiveViewModel, layout: LiveLayout) -> [StyledLine] {
        let log = logLines(model, width: layout.sideColumns - 1, rows: body.count)
        return body.enumerated().map { row, line in
            var line = line.truncated(to: layout.mainColumns)
            line.pad(to: layout.mainColumns)
            line.append("│ ", Palette.line)
            if row < log.count { line.append(log[row]) }
            return line
        }
    }

    private static func indented(_ line: StyledLine, by margin: Int, isCentered: Bool = false, in columns: Int = 0) -> StyledLine {
        guard line.width > 0 else { return line }
        var result = StyledLine()
        result.pad(to: isCentered ? max(0, (columns - line.width) / 2) : margin)
        result.append(line)
        return result
    }
}

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
