import PlayheadCaptions

extension CaptionStyle {
    /// Returns a cue with the viewer's settings applied: settings that differ from WebVTT's style override the stream's.
    package func applied(to cue: StyledCue) -> StyledCue {
        var cue = cue
        apply(to: &cue.style)
        for index in cue.runs.indices { apply(to: &cue.runs[index].style) }
        for reading in cue.readings.indices {
            for index in cue.readings[reading].indices { apply(to: &cue.readings[reading][index].style) }
        }
        if background != Self().background { cue.background = CSSColor(background) }
        return cue
    }

    /// The minimum readable font size, in units of a view.
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
        // A colour behind a part of the text was chosen for another text colour or background, and could hide the text.
        if background != usual.background || foreground != usual.foreground { style.background = nil }
        if edge != usual.edge { style.shadows = [] }
    }
}

extension CSSColor {
    init(_ color: CaptionStyle.Color) { self.init(rgb: color.rgb, opacity: color.opacity) }
}
