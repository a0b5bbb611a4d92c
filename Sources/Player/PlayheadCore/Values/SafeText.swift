import PlayheadNumbers

/// Makes text of unknown origin (titles, URLs, messages of servers) fit for a terminal and for output in lines.
package enum SafeText {
    /// The maximum length of a text, in characters; longer text is cut.
    package static let maximumLength = 4096

    /// The maximum number of scalars of one character, more than any script needs.
    private static let maximumScalars = 6
    /// The scalars that are read for each character of the result, so that the cost of a text is limited whatever it consists of.
    private static let scalarsPerCharacter = 8

    /// Returns `text` without anything that a terminal could interpret as a command or that would disturb lines and layout.
    ///
    /// Control characters (C0, C1, so also the first bytes of escape sequences), characters that turn the writing direction, and private or unassigned ones
    /// are left out; white space of any kind, line ends included, becomes a space; joined emoji keep their first part, because terminals disagree on the
    /// width of the rest.
    /// - Parameters:
    ///   - text: Any text. The cost does not depend on its length.
    ///   - limit: The number of characters after which the text is cut and ends in an ellipsis.
    /// - Returns: The safe text, on one line.
    package static func clean(_ text: String, limit: Int = maximumLength) -> String {
        // Most lines are short and plain.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        let scalars = text.unicodeScalars
        let readLimit = max(0, limit).saturatingMultiplied(by: scalarsPerCharacter)
        let end = scalars.index(scalars.startIndex, offsetBy: readLimit, limitedBy: scalars.endIndex) ?? scalars.endIndex
        var isCut = end < scalars.endIndex
        var result = String.UnicodeScalarView()
        var count = 0
        // Copied to a new string: within a longer one, the end of a character is searched beyond the limit.
        for character in String(scalars[..<end]) {
            guard count < limit else {
                isCut = true
                break
            }
            if append(character, to: &result) { count += 1 }
        }
        if isCut { result.append("…") }
        return String(result)
    }

    /// Whether a scalar can act on a terminal or on readers of lines: control characters, line separators, and characters that turn the writing direction.
    package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// - Returns: Whether anything of the character was appended.
    private static func append(_ character: Character, to result: inout String.UnicodeScalarView) -> Bool {
        if character.isWhitespace {
            result.append(" ")
            return true
        }
        var isEmpty = true
        for scalar in character.unicodeScalars.prefix(maximumScalars) {
            if scalar.value == 0x200D { break }
            guard isShown(scalar) else { continue }
            // A mark alone would combine with the character before it.
            if isEmpty, isMark(scalar) { continue }
            result.append(scalar)
            isEmpty = false
        }
        return !isEmpty
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all text is ASCII; the property is slower.
        if (0x20..<0x7F).contains(scalar.value) { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
