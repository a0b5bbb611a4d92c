/// Determines the width of text in columns.
enum TextWidth {
    /// Returns the width of a user-perceived character: mostly 0, 1 or 2, and more for joined consonants and vowel signs of Indic and Thai
    /// script, which have columns of their own.
    static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // A joined emoji is drawn as one shape.
            if scalar.value == 0x200D { break }
            if scalar.value == 0xFE0F {
                // Variation selector 16 requests the emoji form, which is wide.
                if width == 1 { width = 2 }
            } else if width == 0 {
                width = of(scalar)
            } else if (0x1F3FB...0x1F3FF).contains(scalar.value) {
                // A skin tone requests the emoji form.
                width = max(width, 2)
            } else if !isPart(scalar) {
                width += of(scalar)
            }
        }
        return width
    }

    /// Whether a scalar after the first one changes the shape of a character without another column: vowels and final consonants of Hangul,
    /// and the second letter of a flag.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x1F1E6...0x1F1FF: true
        default: false
        }
    }

    /// Returns the width of `text`.
    static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        // A fast path for most text, because the property look-ups are slower.
        if (0x20..<0x7F).contains(scalar.value) || (0x2500...0x259F).contains(scalar.value) { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The blocks with East Asian Width W and F (Unicode Standard Annex #11); emoji have a property of their own.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
        0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]
}
