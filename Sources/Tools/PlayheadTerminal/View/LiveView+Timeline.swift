import PlayheadCore

/// The timeline: the played, loaded and remaining parts, and the times.
extension LiveView {
    private enum Part {
        case played, loaded, remaining

        var glyph: String {
            switch self {
            case .played: "━"
            case .loaded: "─"
            case .remaining: "┈"
            }
        }

        var style: TextStyle {
            switch self {
            case .played: TextStyle(foreground: Palette.accent, isBold: true)
            case .loaded: TextStyle(foreground: Palette.grey)
            case .remaining: Palette.line
            }
        }
    }

    /// Returns the times and the bar between them in `width` columns; the position alone if there is no room for a bar.
    static func timelineLine(_ model: LiveViewModel, width: Int) -> StyledLine {
        let minimumBar = 6
        let start = StyledLine(TimeText.clock(model.position))
        var end = StyledLine()
        switch model.timeline {
        case .onDemand: end.append(TimeText.clock(model.duration), Palette.label)
        case .live, .dvr: end = liveBadge(model)
        }
        let bar = width - start.width - end.width - 2
        guard bar >= minimumBar else {
            var line = start
            if start.width + 3 + end.width <= width {
                line.append(" / ", Palette.label)
                line.append(end)
            }
            return line.truncated(to: width)
        }
        var line = start
        line.append(" ")
        line.append(barLine(model, columns: bar))
        line.append(" ")
        line.append(end)
        return line
    }

    /// Returns the range of the bar, in seconds on the model's timeline; `nil` if it is unknown.
    private static func span(_ model: LiveViewModel) -> TimeRange? {
        guard model.duration.isFinite else { return nil }
        let range = model.timeline == .dvr ? TimeRange(start: -abs(model.duration), end: 0) : TimeRange(start: 0, end: model.duration)
        return range.isEmpty ? nil : range
    }

    private static func barLine(_ model: LiveViewModel, columns: Int) -> StyledLine {
        guard let span = span(model), model.position.isFinite else {
            let part = model.timeline == .live ? Part.played : .remaining
            return StyledLine(String(repeating: part.glyph, count: columns), part.style)
        }
        let fraction = min(max((model.position - span.start) / span.duration, 0), 1)
        let knob = Int(saturating: fraction * Double(columns - 1))
        var line = StyledLine()
        var run = (part: Part.played, count: 0)
        func endRun() { line.append(String(repeating: run.part.glyph, count: run.count), run.part.style) }
        for column in 0..<columns {
            if column == knob {
                endRun()
                run.count = 0
                line.append("●", TextStyle(foreground: Palette.accent, isBold: true))
                continue
            }
            let time = span.start + (Double(column) + 0.5) / Double(columns) * span.duration
            let part: Part = column < knob ? .played : model.buffered.contains { $0.contains(time) } ? .loaded : .remaining
            if part != run.part {
                endRun()
                run = (part, 0)
            }
            run.count += 1
        }
        endRun()
        return line
    }
}
