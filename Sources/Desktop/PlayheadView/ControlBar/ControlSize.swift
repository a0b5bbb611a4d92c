/// The size of controls, which follows the size of the view. Lengths are in units of the view.
package enum ControlSize: String, Sendable, Hashable, CaseIterable {
    case compact, regular, large

    /// Returns the size for a view, in its units.
    package init(viewWidth: Double, viewHeight: Double) {
        let (low, high) = (560.0, 1500.0)
        let (flat, tall) = (300.0, 760.0)
        self = viewWidth < low || viewHeight < flat ? .compact : viewWidth >= high && viewHeight >= tall ? .large : .regular
    }

    /// The side of icons.
    package var icon: Double { pick(18, 20, 28) }

    /// The side of the square of a button, which contains its icon.
    package var target: Double { pick(32, 36, 48) }

    /// The distance of the title, of the timeline and of the first icon from the edge of the view.
    package var edge: Double { pick(14, 18, 34) }

    /// The distance between groups of controls.
    package var groupGap: Double { pick(8, 16, 24) }

    /// The height of the button that returns to the live edge.
    package var pill: Double { pick(20, 22, 28) }

    /// The thickness of the timeline.
    package var track: Double { pick(4, 4, 6) }

    /// The diameter of the timeline's knob.
    package var knob: Double { pick(14, 14, 18) }

    /// The distance of the first button from the edge: its icon is centred in it, and the drawing starts 6 units inside of the icon's grid.
    package var barStart: Double { (edge - (target - icon) / 2 - icon * 6 / Glyph.grid).rounded(.down) }

    /// The distance of the last button from the other edge; the drawing of its icon ends 3 units inside of the icon's grid.
    package var barEnd: Double { (edge - (target - icon) / 2 - icon * 3 / Glyph.grid).rounded() }

    /// The distances of the timeline's widget from the first and the last button: the track starts half of a knob inside of the widget.
    package var timelineMargins: (start: Double, end: Double) { (edge - knob / 2 - barStart, edge - knob / 2 - barEnd) }

    private func pick(_ compact: Double, _ regular: Double, _ large: Double) -> Double {
        switch self {
        case .compact: compact
        case .regular: regular
        case .large: large
        }
    }
}

/// The controls that a narrow bar leaves out, one after the other. All of them are also in the settings or have a key.
package enum OptionalControl: Int, Sendable, Hashable, CaseIterable {
    case wallClock, speed, quality, volume, audio, previous, miniWindow, total, playlist, captions

    /// Returns the controls that a bar leaves out at a level of omission, from 0 for none.
    package static func omitted(at level: Int) -> Set<OptionalControl> { Set(allCases.prefix(max(0, level))) }
}
