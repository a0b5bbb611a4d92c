import PlayheadCore

/// Fits text into columns. The cost depends on the number of columns, not on the length of the text.
extension SafeText {
    /// Returns `text` prepared for a terminal, limited to the length that a screen can show.
    static func short(_ text: String) -> String {
        let columns = 1000
        return clean(text, limit: columns)
    }

    /// Returns `text` in at most `columns` columns, truncated with an ellipsis.
    static func truncate(_ text: String, to columns: Int) -> String {
        let head = prefix(text[...], columns: columns)
        guard head.endIndex < text.endIndex else { return text }
        guard columns > 0 else { return "" }
        return prefix(text[...], columns: columns - 1) + "…"
    }

    /// Returns `text` in at most `columns` columns; an ellipsis replaces the middle, so that a URL keeps its host and its file name.
    static func truncateMiddle(_ text: String, to columns: Int) -> String {
        guard prefix(text[...], columns: columns).endIndex < text.endIndex else { return text }
        guard columns > 4 else { return truncate(text, to: columns) }
        let head = (columns - 1) / 2
        return prefix(text[...], columns: head) + "…" + suffix(text, columns: columns - 1 - head)
    }

    /// Returns `text` in lines of at most `columns` columns, broken at spaces where possible.
    static func wrap(_ text: String, to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        var width = 0
        for word in text.split(separator: " ") {
            var rest = word
            var head = prefix(rest, columns: columns)
            if head.endIndex == rest.endIndex, !line.isEmpty, width + 1 + TextWidth.of(head) <= columns {
                line += " " + head
                width += 1 + TextWidth.of(head)
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while head.endIndex < rest.endIndex, !head.isEmpty {
                lines.append(String(head))
                rest = rest[head.endIndex...]
                head = prefix(rest, columns: columns)
            }
            line = truncate(String(rest), to: columns)
            width = TextWidth.of(line)
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func prefix(_ text: Substring, columns: Int) -> Substring {
        var width = 0
        var index = text.startIndex
        while index < text.endIndex {
            width += TextWidth.of(text[index])
            guard width <= columns else { break }
            index = text.index(after: index)
        }
        return text[..<index]
    }

    private static func suffix(_ text: String, columns: Int) -> Substring {
        var width = 0
        var index = text.endIndex
        while index > text.startIndex {
            let before = text.index(before: index)
            width += TextWidth.of(text[before])
            guard width <= columns else { break }
            index = before
        }
        return text[index...]
    }
}
