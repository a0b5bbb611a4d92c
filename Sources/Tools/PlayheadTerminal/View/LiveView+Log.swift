import PlayheadCore

/// The latest events.
extension LiveView {
    private static let timeColumns = 8
    private static let nameColumns = 15...17

    /// Returns a heading and the newest events that fit, the newest at the bottom.
    static func logLines(_ model: LiveViewModel, width: Int, rows: Int) -> [StyledLine] {
        guard rows > 0, width > 0 else { return [] }
        var lines = [heading(width: width)]
        lines += model.events.suffix(rows - 1).map { line(of: $0, width: width) }
        return lines
    }

    private static func heading(width: Int) -> StyledLine {
        var line = StyledLine("Events", Palette.label)
        guard width > line.width + 1 else { return line.truncated(to: width) }
        line.append(" " + String(repeating: "─", count: width - line.width - 1), Palette.line)
        return line
    }

    private static func line(of event: LiveViewModel.Event, width: Int) -> StyledLine {
        var line = StyledLine(TimeText.precise(event.time, columns: timeColumns) + " ", Palette.label)
        line.append(SafeText.short(event.name), Palette.style(of: event.emphasis))
        let detail = SafeText.short(event.detail)
        if !detail.isEmpty {
            let column = timeColumns + 1 + min(max(width / 4, nameColumns.lowerBound), nameColumns.upperBound)
            if line.width < column { line.pad(to: column) }
            line.append(" " + detail, event.emphasis == .error ? Palette.style(of: .error) : Palette.label)
        }
        return line.truncated(to: width)
    }
}
