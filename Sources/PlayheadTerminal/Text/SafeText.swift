/// Makes text of unknown origin (titles, URLs, servers' messages) fit for a terminal.
public enum SafeText {
    /// More marks on one character than any script needs.
    private static let maximumScalars = 6

    /// `text` without anything that a terminal could take for a command or that would disturb the layout.
    ///
    /// Control characters (C0, C1, so also escape sequences' first bytes), characters that turn the writing direction, and private or unassigned ones go;
    /// white space of any kind becomes a space; joined emoji keep their first part, since terminals disagree on the width of the rest.
    public static func clean(_ text: String) -> String {
        var result = ""
        for character in text {
            if character.isWhitespace {
                result.append(" ")
                continue
            }
            var kept = String.UnicodeScalarView()
            for scalar in character.unicodeScalars.prefix(maximumScalars) {
                if scalar.value == 0x200D { break }
                guard isShown(scalar) else { continue }
                // A mark alone would land on the character before it.
                if kept.isEmpty, isMark(scalar) { continue }
                kept.append(scalar)
            }
            result.unicodeScalars.append(contentsOf: kept)
        }
        return result
    }

    /// `text` in at most `columns` columns; what doesn't fit is replaced by an ellipsis.
    static func truncate(_ text: String, to columns: Int) -> String {
        guard TextWidth.of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        return prefix(text, columns: columns - 1) + "…"
    }

    /// `text` in at most `columns` columns; the middle is replaced by an ellipsis, so that a URL keeps its host and its file's name.
    static func truncateMiddle(_ text: String, to columns: Int) -> String {
        guard TextWidth.of(text) > columns else { return text }
        guard columns > 4 else { return truncate(text, to: columns) }
        let head = (columns - 1) / 2
        let tail = String(prefix(String(text.reversed()), columns: columns - 1 - head).reversed())
        return prefix(text, columns: head) + "…" + tail
    }

    /// `text` in lines of at most `columns` columns, broken at spaces where possible.
    static func wrap(_ text: String, to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            var rest = String(word)
            if !line.isEmpty, TextWidth.of(line) + 1 + TextWidth.of(rest) <= columns {
                line += " " + rest
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while TextWidth.of(rest) > columns {
                let head = prefix(rest, columns: columns)
                guard !head.isEmpty else { break }
                lines.append(head)
                rest.removeFirst(head.count)
            }
            line = truncate(rest, to: columns)
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func prefix(_ text: String, columns: Int) -> String {
        var width = 0
        var result = ""
        for character in text {
            width += TextWidth.of(character)
            guard width <= columns else { break }
            result.append(character)
        }
        return result
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
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
