import PlayheadCore

/// Lays out the view of many viewers: a pure function of a model and the terminal's size. Less important parts are left out where the room is
/// small; failures have what is left.
package enum MonitorView {
    /// The number of rows from which the parts are separated by empty ones.
    private static let spaciousRows = 26

    /// Returns the screen for `model` on a terminal of `size`.
    package static func screen(for model: MonitorViewModel, size: TerminalSize) -> LiveScreen {
        guard size.columns > 0, size.rows > 0 else { return LiveScreen(lines: []) }
        let margin = size.columns > 40 ? 1 : 0
        let width = size.columns - 2 * margin
        let hasKeys = size.rows >= 5
        let room = size.rows - 1 - (hasKeys ? 1 : 0)
        let gap = size.rows >= spaciousRows ? 1 : 0
        var body: [StyledLine] = []
        for part in [cards(model, width: width), clocks(model, width: width), series(model, width: width), ladder(model, width: width)]
        where !part.isEmpty && body.count + gap + part.count <= room {
            body += Array(repeating: StyledLine(), count: gap) + part
        }
        let left = room - body.count - gap
        if left >= 2 { body += Array(repeating: StyledLine(), count: gap) + failures(model, width: width, rows: left) }
        body += Array(repeating: StyledLine(), count: max(0, room - body.count))
        var lines = [title(model, width: width)] + body.prefix(room)
        if hasKeys {
            var live = LiveViewModel()
            live.keys = model.keys
            lines.append(LiveView.keysLine(live, width: width))
        }
        return LiveScreen(lines: lines.prefix(size.rows).map { indented($0.truncated(to: width), by: margin) })
    }

    private static func indented(_ line: StyledLine, by margin: Int) -> StyledLine {
        guard line.width > 0, margin > 0 else { return line }
        var result = StyledLine(String(repeating: " ", count: margin))
        result.append(line)
        return result
    }

    private static func title(_ model: MonitorViewModel, width: Int) -> StyledLine {
        let (text, color) =
            switch model.state {
            case .running: ("▶ RUNNING", Palette.green)
            case .ending: ("■ ENDING", Palette.amber)
            case .clocksLate: ("✖ OWN CLOCKS LATE", Palette.red)
            }
        let time = TimeText.clock(model.elapsed) + (model.duration.map { " / " + TimeText.clock($0) } ?? "")
        let style = TextStyle(foreground: Palette.ink, background: color, isBold: true, isInverseWithoutColor: true)
        var badge = StyledLine(" \(text) ", style)
        badge.append(" \(time)", Palette.label)
        guard width > badge.width + 8 else { return badge.truncated(to: width) }
        var line = StyledLine(SafeText.truncateMiddle(SafeText.short(model.title), to: width - badge.width - 1), Palette.title)
        line.pad(to: width - badge.width)
        line.append(badge)
        return line
    }

    // MARK: Figures

    private static func cards(_ model: MonitorViewModel, width: Int) -> [StyledLine] {
        let minimum = 18
        let columns = max(1, min(model.cards.count, width / minimum))
        let columnWidth = width / columns
        return stride(from: 0, to: model.cards.count, by: columns).flatMap { start in
            let row = model.cards[start..<min(start + columns, model.cards.count)]
            return [
                columnsLine(row.map { StyledLine(SafeText.short($0.title), Palette.label) }, width: columnWidth),
                columnsLine(
                    row.map { card in
                        let style = TextStyle(foreground: card.isAlarming ? Palette.red : nil, isBold: true)
                        return StyledLine(SafeText.short(card.figure), style)
                    }, width: columnWidth),
                columnsLine(row.map { StyledLine(SafeText.short($0.detail), Palette.label) }, width: columnWidth),
            ]
        }
    }

    private static func columnsLine(_ cells: [StyledLine], width: Int) -> StyledLine {
        var line = StyledLine()
        for (index, cell) in cells.enumerated() {
            line.pad(to: index * width)
            line.append(cell.truncated(to: max(0, width - 1)))
        }
        return line
    }

    private static func clocks(_ model: MonitorViewModel, width: Int) -> [StyledLine] {
        guard !model.clocks.isEmpty else { return [] }
        let isLate = model.state == .clocksLate
        let style = isLate ? TextStyle(foreground: Palette.red, isBold: true) : Palette.label
        return SafeText.wrap(SafeText.short(model.clocks), to: width).prefix(2).map { StyledLine($0, style) }
    }

    // MARK: Series

    private static func series(_ model: MonitorViewModel, width: Int) -> [StyledLine] {
        let nameWidth = (model.series.map { TextWidth.of($0.name) }.max() ?? 0) + 1
        let textWidth = (model.series.map { TextWidth.of($0.text) }.max() ?? 0) + 1
        let columns = width - nameWidth - textWidth
        guard columns >= 10 else { return [] }
        return model.series.map { series in
            var line = StyledLine(SafeText.short(series.name), Palette.label)
            line.pad(to: nameWidth)
            line.append(sparkline(series.values, columns: columns), TextStyle(foreground: Palette.accent))
            line.pad(to: nameWidth + columns + textWidth - TextWidth.of(series.text))
            line.append(SafeText.short(series.text))
            return line
        }
    }

    /// Returns a bar of an eighth to a whole block for each value; the newest one is at the right.
    static func sparkline(_ values: [Double], columns: Int) -> String {
        let blocks = Array("▁▂▃▄▅▆▇█")
        let shown = values.suffix(max(0, columns))
        let highest = shown.filter(\.isFinite).max() ?? 0
        let bars = shown.map { value in
            guard highest > 0, value > 0 else { return " " }
            return String(blocks[min(blocks.count - 1, Int(saturating: value / highest * Double(blocks.count - 1)))])
        }
        return String(repeating: " ", count: max(0, columns - bars.count)) + bars.joined()
    }

    // MARK: Ladder and thresholds

    private static func ladder(_ model: MonitorViewModel, width: Int) -> [StyledLine] {
        let maximumRows = 8
        let hasBoth = !model.thresholds.isEmpty && !model.rungs.isEmpty && width >= 90
        let left = hasBoth ? width * 45 / 100 : width
        let rungs = rungLines(Array(model.rungs.prefix(maximumRows)), width: left - (hasBoth ? 3 : 0))
        let thresholds = thresholdLines(Array(model.thresholds.prefix(maximumRows)), width: hasBoth ? width - left : width)
        guard hasBoth else { return rungs + thresholds }
        return (0..<max(rungs.count, thresholds.count)).map { row in
            var line = row < rungs.count ? rungs[row] : StyledLine()
            line.pad(to: left)
            if row < thresholds.count { line.append(thresholds[row]) }
            return line
        }
    }

    private static func rungLines(_ rungs: [MonitorViewModel.Rung], width: Int) -> [StyledLine] {
        guard !rungs.isEmpty else { return [] }
        let names = rungs.map { SafeText.truncate(SafeText.short($0.label), to: 12) }
        let nameWidth = (names.map { TextWidth.of($0) }.max() ?? 0) + 1
        let (rateWidth, shareWidth) = (11, 6)
        let bar = max(0, width - nameWidth - rateWidth - shareWidth)
        let heading = StyledLine("RUNGS ON THE SCREEN", Palette.label)
        return [heading]
            + zip(rungs, names).map { rung, name in
                var line = StyledLine(name)
                line.pad(to: nameWidth)
                line.append(rung.bitrate.map { TimeText.bitrate($0) } ?? "", Palette.label)
                line.pad(to: nameWidth + rateWidth)
                let share = min(max(rung.share, 0), 1)
                let filled = Int(saturating: share * Double(bar))
                line.append(String(repeating: "━", count: filled), TextStyle(foreground: Palette.accent, isBold: true))
                line.append(String(repeating: "┈", count: bar - filled), Palette.line)
                line.append(" \(Int(saturating: share * 100)) %")
                return line
            }
    }

    private static func thresholdLines(_ thresholds: [MonitorViewModel.Threshold], width: Int) -> [StyledLine] {
        guard !thresholds.isEmpty else { return [] }
        return [StyledLine("THRESHOLDS", Palette.label)]
            + thresholds.map { threshold in
                let color = threshold.passes ? Palette.green : Palette.red
                var line = StyledLine(threshold.passes ? "✓ " : "✗ ", TextStyle(foreground: color, isBold: true))
                let value = SafeText.truncate(SafeText.short(threshold.value), to: 14)
                let room = max(0, width - line.width - TextWidth.of(value) - 1)
                line.append(SafeText.truncate(SafeText.short(threshold.text), to: room))
                line.append(" " + value, TextStyle(foreground: threshold.passes ? nil : color, isBold: !threshold.passes))
                return line
            }
    }

    // MARK: Failures

    private static func failures(_ model: MonitorViewModel, width: Int, rows: Int) -> [StyledLine] {
        guard model.failureCount > 0 else { return [StyledLine("NO ERRORS", TextStyle(foreground: Palette.green))] }
        let codeWidth = (model.failures.map { TextWidth.of($0.code) }.max() ?? 0) + 1
        let countWidth = (model.failures.map { "\($0.count)".count }.max() ?? 0) + 2
        var lines = [StyledLine("ERRORS  \(model.failureCount)", TextStyle(foreground: Palette.red, isBold: true))]
        for failure in model.failures.prefix(max(0, rows - 1)) {
            var line = StyledLine(SafeText.short(failure.code), TextStyle(foreground: Palette.amber))
            line.pad(to: codeWidth)
            line.append("\(failure.count)×", TextStyle(isBold: true))
            line.pad(to: codeWidth + countWidth)
            line.append(SafeText.truncateMiddle(SafeText.short(failure.url), to: max(0, width - line.width)), Palette.label)
            lines.append(line)
        }
        return lines
    }
}
