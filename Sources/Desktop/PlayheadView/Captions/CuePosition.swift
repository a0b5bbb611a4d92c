import PlayheadCore

/// The position of a cue's box along its lines, in percent from the left, or from the top for vertical lines (WebVTT §7.2, steps 2 to 5).
struct CuePosition: Equatable {
    /// The start.
    var start: Double
    /// The length.
    var size: Double

    /// Computes the position of a cue; `text` determines the base direction if the alignment depends on it.
    init(_ layout: CaptionLayout, text: String) {
        let position = Self.position(layout)
        let wanted = min(max(layout.size, 0), 100)
        switch Self.alignment(layout, text) {
        case .lineLeft:
            size = min(wanted, 100 - position)
            start = position
        case .lineRight:
            size = min(wanted, position)
            start = position - size
        case .center, .auto:
            size = min(wanted, 2 * min(position, 100 - position))
            start = position - size / 2
        }
    }

    /// The "computed position".
    private static func position(_ layout: CaptionLayout) -> Double {
        if let given = layout.position, (0...100).contains(given) { return given }
        return switch layout.align {
        case .left: 0
        case .right: 100
        case .start, .center, .end: 50
        }
    }

    /// The "computed position alignment".
    private static func alignment(_ layout: CaptionLayout, _ text: String) -> CaptionLayout.PositionAlignment {
        guard layout.positionAlign == .auto else { return layout.positionAlign }
        return switch layout.align {
        case .left: .lineLeft
        case .right: .lineRight
        case .start: text.isRightToLeft ? .lineRight : .lineLeft
        case .end: text.isRightToLeft ? .lineLeft : .lineRight
        case .center: .center
        }
    }
}

extension String {
    /// Whether the first letter with a direction is right-to-left (Unicode Bidirectional Algorithm, P2 and P3, by the Unicode blocks of
    /// such scripts).
    var isRightToLeft: Bool {
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x200F, 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
            case 0x200E: return false
            default: if scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }
}
