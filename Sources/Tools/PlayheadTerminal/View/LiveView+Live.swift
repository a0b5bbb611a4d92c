import PlayheadCore

/// The live edge and the captions.
extension LiveView {
    private static let captionStyle = TextStyle(isBold: true)

    /// Returns the badge at the timeline's end, which is lit at the live edge.
    static func liveBadge(_ model: LiveViewModel) -> StyledLine {
        guard model.isAtLiveEdge else { return StyledLine("○ LIVE", Palette.label) }
        return StyledLine("● LIVE", TextStyle(foreground: Palette.red, isBold: true))
    }

    /// Returns the line about the live stream: the wall clock, the window, the latency and the target latency.
    static func liveLine(_ model: LiveViewModel, width: Int) -> StyledLine {
        var items = [StyledLine(model.timeline == .dvr ? "DVR" : "live", Palette.label)]
        let clock = SafeText.short(model.wallClock)
        if !clock.isEmpty { items.append(StyledLine(clock, Palette.title)) }
        if let latency = model.latency {
            let isLate = !model.isAtLiveEdge
            var item = labelled("latency", "")
            item.append(TimeText.seconds(latency), isLate ? TextStyle(foreground: Palette.amber) : .plain)
            if let target = model.targetLatency { item.append(" (goal \(TimeText.seconds(target)))", Palette.label) }
            items.append(item)
        }
        if let window = model.window { items.append(labelled("window", TimeText.clock(window))) }
        if model.isLowLatency { items.append(StyledLine("low latency", TextStyle(foreground: Palette.green))) }
        return joined(items, width: width)
    }

    /// Returns the last lines of the captions that fit, aligned at the bottom.
    static func captionLines(_ model: LiveViewModel, width: Int, rows: Int) -> [StyledLine] {
        guard rows > 0, width > 0 else { return [] }
        let maximumWidth = 76
        let lines = model.captionLines.suffix(rows).flatMap { SafeText.wrap(SafeText.short($0), to: max(1, min(width, maximumWidth))) }
        let shown = lines.suffix(rows).map { StyledLine($0, captionStyle) }
        return Array(repeating: StyledLine(), count: rows - shown.count) + shown
    }
}
