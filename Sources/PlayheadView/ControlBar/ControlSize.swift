/// The size of controls, which follows the size of the view.
package enum ControlSize: String, Sendable, Hashable, CaseIterable {
    case compact, regular, large

    /// Returns the size for a view, in its units.
    package init(viewWidth: Double, viewHeight: Double) {
        let (low, high) = (560.0, 1500.0)
        let (flat, tall) = (300.0, 760.0)
        self = viewWidth < low || viewHeight < flat ? .compact : viewWidth >= high && viewHeight >= tall ? .large : .regular
    }

    /// The side of icons, in units of the view.
    package var icon: Double {
        switch self {
        case .compact: 18
        case .regular: 22
        case .large: 30
        }
    }

    /// The thickness of the timeline, in units of the view.
    package var track: Double {
        switch self {
        case .compact, .regular: 4
        case .large: 6
        }
    }

    /// The diameter of the timeline's knob, in units of the view.
    package var knob: Double { self == .large ? 18 : 14 }
}

/// The controls that a narrow bar leaves out, one after the other. All of them are also in the settings or have a key.
package enum OptionalControl: Int, Sendable, Hashable, CaseIterable {
    case wallClock, speed, quality, volume, audio, previous, miniWindow, total, playlist, captions

    /// Returns the controls that a bar leaves out at a level of omission, from 0 for none.
    package static func omitted(at level: Int) -> Set<OptionalControl> { Set(allCases.prefix(max(0, level))) }
}
