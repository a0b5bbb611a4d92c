import PlayheadCaptions

extension CaptionStyle {
    /// What of it a viewer has set, put over how a stream wants a cue to look: what differs from WebVTT's style wins.
    public func applied(to cue: StyledCue) -> StyledCue {
        var cue = cue
        apply(to: &cue.style)
        for index in cue.runs.indices { apply(to: &cue.runs[index].style) }
        for reading in cue.readings.indices {
            for index in cue.readings[reading].indices { apply(to: &cue.readings[reading][index].style) }
        }
        if background != Self().background { cue.background = CSSColor(background) }
        return cue
    }

    /// Smaller text can't be read, in units of a view.
    private static let smallestFont = 8.0

    private func apply(to style: inout CueStyle) {
        let usual = Self()
        if !usesStreamStyles { (style.color, style.background) = (CSSColor(foreground), nil) }
        style.fontSize = max(Self.smallestFont, style.fontSize * min(max(scale, 0.25), 4))
        if fontFamily != usual.fontFamily { style.fontFamilies = [fontFamily] + style.fontFamilies.filter { $0 != fontFamily } }
        if foreground != usual.foreground {
            style.color = CSSColor(foreground)
            style.decorations = style.decorations.map { decoration in
                var decoration = decoration
                decoration.color = style.color
                return decoration
            }
        }
        // A colour behind a part of the text, chosen for another text or background, could hide it.
        if background != usual.background || foreground != usual.foreground { style.background = nil }
        if edge != usual.edge { style.shadows = [] }
    }
}

extension CSSColor {
    init(_ color: CaptionStyle.Color) { self.init(rgb: color.rgb, opacity: color.opacity) }
}
