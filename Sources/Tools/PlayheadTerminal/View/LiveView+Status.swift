import PlayheadCore

/// Quality, rate, volume, frames, tracks.
extension LiveView {
    private static let separator = "  "

    /// Returns the quality and bitrate, the rate, volume, frames and stalls, as far as they fit.
    static func statusLine(_ model: LiveViewModel, width: Int) -> StyledLine {
        var items = [volumeItem(model, bar: width >= 60 ? 10 : 5)]
        if let quality = qualityItem(model) { items.insert(quality, at: 0) }
        items.append(rateItem(model))
        if model.picture != .none || model.framesShown > 0 { items.append(framesItem(model)) }
        items.append(stallsItem(model))
        return joined(items, width: width)
    }

    /// Returns the codecs, the audio track, the captions and the levels, as far as they fit.
    static func detailsLine(_ model: LiveViewModel, width: Int) -> StyledLine {
        var items: [StyledLine] = []
        let codecs = SafeText.short(model.codecs)
        if !codecs.isEmpty { items.append(StyledLine(codecs, Palette.label)) }
        if !model.audioTrack.isEmpty { items.append(labelled("audio", SafeText.short(model.audioTrack))) }
        items.append(labelled("cc", model.captions.isEmpty ? "off" : SafeText.short(model.captions)))
        guard model.levels.count > 1 else { return joined(items, width: width) }
        let ladder = levelsItem(model)
        let isFitting = items.reduce(ladder.width) { $0 + $1.width + separator.count } <= width
        return joined(items + [isFitting ? ladder : shortLevelsItem(model)], width: width)
    }

    private static func qualityItem(_ model: LiveViewModel) -> StyledLine? {
        let quality = SafeText.short(model.quality)
        guard !quality.isEmpty || model.bitrate != nil else { return nil }
        var item = StyledLine(quality, Palette.title)
        if model.levels.count > 1, model.currentLevel == 0 { item.append(" auto", Palette.label) }
        if let bitrate = model.bitrate { item.append((item.width > 0 ? " " : "") + TimeText.bitrate(bitrate), Palette.label) }
        return item
    }

    private static func volumeItem(_ model: LiveViewModel, bar columns: Int) -> StyledLine {
        guard model.hasSound else { return StyledLine("no sound", Palette.label) }
        var item = StyledLine("vol ", Palette.label)
        if model.isMuted {
            item.append("muted", TextStyle(foreground: Palette.amber))
            return item
        }
        let volume = model.volume.isFinite ? min(max(model.volume, 0), 1) : 0
        let filled = Int(saturating: volume * Double(columns))
        item.append(String(repeating: "━", count: filled), TextStyle(foreground: Palette.green, isBold: true))
        item.append(String(repeating: "┈", count: columns - filled), Palette.line)
        item.append(" \(Int(saturating: volume * 100)) %")
        return item
    }

    private static func rateItem(_ model: LiveViewModel) -> StyledLine {
        StyledLine(TimeText.rate(model.rate), model.rate == 1 ? Palette.label : TextStyle(foreground: Palette.amber, isBold: true))
    }

    private static func framesItem(_ model: LiveViewModel) -> StyledLine {
        var item = StyledLine("frames ", Palette.label)
        item.append("\(model.framesShown)")
        if model.framesDropped > 0 { item.append(" −\(model.framesDropped)", TextStyle(foreground: Palette.amber)) }
        return item
    }

    private static func stallsItem(_ model: LiveViewModel) -> StyledLine {
        var item = StyledLine("stalls ", Palette.label)
        item.append("\(model.stalls)", model.stalls > 0 ? TextStyle(foreground: Palette.amber) : .plain)
        return item
    }

    /// Returns the position of the current level in a ladder that is too long for the line.
    private static func shortLevelsItem(_ model: LiveViewModel) -> StyledLine {
        let rungs = model.levels.count - 1
        guard let shown = model.shownLevel, (1...rungs).contains(shown) else { return StyledLine() }
        return labelled("level", "\(shown) of \(rungs)")
    }

    private static func levelsItem(_ model: LiveViewModel) -> StyledLine {
        var item = StyledLine("levels", Palette.label)
        for (index, level) in model.levels.enumerated() {
            let isCurrent = index == model.currentLevel
            item.append(" ")
            // The current level is marked if another entry (usually "auto") is chosen.
            if index == model.shownLevel, !isCurrent { item.append("●", TextStyle(foreground: Palette.green)) }
            item.append(
                (isCurrent ? "‹" : "") + SafeText.short(level) + (isCurrent ? "›" : ""),
                isCurrent
                    ? TextStyle(foreground: Palette.accent, isBold: true)
                    : index == model.shownLevel ? TextStyle(foreground: Palette.green) : Palette.label)
        }
        return item
    }

    static func labelled(_ label: String, _ text: String) -> StyledLine {
        var item = StyledLine(label + " ", Palette.label)
        item.append(text)
        return item
    }

    /// Returns the leading items that fit; the first one is truncated if necessary.
    static func joined(_ items: [StyledLine], width: Int) -> StyledLine {
        var line = StyledLine()
        for item in items where item.width > 0 {
            if line.width == 0 {
                line = item.truncated(to: width)
            } else if line.width + separator.count + item.width <= width {
                line.append(separator)
                line.append(item)
            }
        }
        return line
    }
}
