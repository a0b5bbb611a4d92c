import PlayheadCore

/// Title, state, URL and keys.
extension LiveView {
    /// Returns the line with the title at the left and the state's badge at the right.
    static func titleLine(_ model: LiveViewModel, width: Int) -> StyledLine {
        var badge = StyledLine()
        if let intent = intentText(model), width >= 40 { badge.append("\(intent) ", Palette.label) }
        badge.append(" \(symbol(of: model.state)) \(stateText(model.state)) ", Palette.badge(of: model.state))
        if width < badge.width + 6 { return badge.truncated(to: width) }
        var line = StyledLine(SafeText.truncate(titleText(model), to: width - badge.width - 1), Palette.title)
        line.pad(to: width - badge.width)
        line.append(badge)
        return line
    }

    static func urlLine(_ model: LiveViewModel, width: Int) -> StyledLine {
        StyledLine(SafeText.truncateMiddle(SafeText.short(model.url), to: width), Palette.label)
    }

    /// Returns the lines of the address to open. They have no margin, so that an address of several lines is copied without gaps.
    static func addressLines(_ model: LiveViewModel, width: Int) -> [StyledLine] {
        SafeText.wrap(SafeText.short(model.address), to: width).map { StyledLine($0, Palette.title) }
    }

    /// Returns the line with the keys that fit; the last one, which quits, is always kept.
    static func keysLine(_ model: LiveViewModel, width: Int) -> StyledLine {
        let items = model.keys.map { entry in
            var item = StyledLine(SafeText.short(entry.key), Palette.key)
            item.append(" " + SafeText.short(entry.action), Palette.label)
            return item
        }
        guard let last = items.last else { return StyledLine() }
        let separator = "  "
        var line = StyledLine()
        for item in items.dropLast() {
            guard line.width + item.width + last.width + 2 * separator.count <= width else { break }
            line.append(item)
            line.append(separator)
        }
        line.append(last)
        return line.truncated(to: width)
    }

    static func stateText(_ state: PlaybackState) -> String { state.rawValue.uppercased() }

    private static func titleText(_ model: LiveViewModel) -> String {
        let title = SafeText.short(model.title ?? "")
        if !title.allSatisfy(\.isWhitespace) { return title }
        // The last path component identifies a URL best.
        let path = SafeText.short(model.url).prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? "Playhead"
    }

    /// Returns the player's intent, if the state does not show it.
    private static func intentText(_ model: LiveViewModel) -> String? {
        switch model.state {
        case .opening, .ready, .buffering, .seeking: model.intendsToPlay ? "will play" : "will pause"
        default: nil
        }
    }

    private static func symbol(of state: PlaybackState) -> String {
        switch state {
        case .playing, .play: "▶"
        case .paused, .pausing: "‖"
        case .opening, .buffering, .seeking: "◌"
        case .ready: "●"
        case .idle, .stopping, .ended: "■"
        case .error: "✖"
        }
    }
}
