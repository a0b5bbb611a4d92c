import PlayheadCore

/// Parses the header and the blocks of a WebVTT file (WebVTT §6.1). Each line is read at most twice.
struct WebVTTBlockReader {
    /// The result.
    private(set) var file = WebVTTFile()

    private let lines: CaptionLines
    private var index = 0
    private var hasSeenCue = false
    private var regionsByID: [String: CaptionRegion] = [:]

    init(lines: CaptionLines) { self.lines = lines }

    /// Parses everything after a valid signature.
    mutating func readAll() {
        readHeader()
        while index < lines.count {
            guard file.cues.count < CaptionLimits.cues else {
                return addWarning("the rest is ignored, because there are more than \(CaptionLimits.cues) cues", line: index)
            }
            if lines[index].isEmpty {
                index += 1
            } else {
                readBlock()
            }
        }
    }

    private mutating func addWarning(_ message: String, line: Int) {
        if file.warnings.count < CaptionLimits.warnings { file.warnings.append(CaptionWarning(line: line + 1, message: message)) }
    }

    // MARK: The header

    private mutating func readHeader() {
        let title = lines[0].dropFirst(6).trimmed
        file.title = title.text
        if title.starts(with: "X-TIMESTAMP-MAP=") { readHeaderField(title, line: 0) }
        index = 1
        while index < lines.count, !lines[index].isEmpty {
            if lines[index].containsArrow {
                addWarning("an empty line is missing between the header and the first cue", line: index)
                return
            }
            readHeaderField(lines[index], line: index)
            index += 1
        }
    }

    private mutating func readHeaderField(_ line: ArraySlice<UInt8>, line number: Int) {
        guard let separator = line.firstIndex(where: { $0 == ASCII.colon || $0 == ASCII.equals }), separator > line.startIndex else {
            addWarning("the header's line \(WebVTTSettings.quoted(line)) is ignored", line: number)
            return
        }
        let field = WebVTTFile.HeaderField(name: line[..<separator].trimmed.text, value: line[(separator + 1)...].trimmed.text)
        if field.name == TimestampMap.headerName, TimestampMap(field.value) == nil {
            addWarning("X-TIMESTAMP-MAP is invalid", line: number)
        }
        if file.headerMetadata.count < CaptionLimits.headerFields { file.headerMetadata.append(field) }
    }

    // MARK: Blocks

    /// Parses a block ("collect a WebVTT block"). The next line is not empty.
    private mutating func readBlock() {
        let start = index
        if lines[index].containsArrow {
            index += 1
            readCue(id: "", timings: start)
            return
        }
        index += 1
        if index < lines.count, lines[index].containsArrow {
            index += 1
            readCue(id: lines[start].text, timings: start + 1)
            return
        }
        // Without a second line the block is empty, whatever its first line.
        let hasBody = index < lines.count && !lines[index].isEmpty
        let body = collectText()
        if hasBody, !hasSeenCue, lines[start].isKeyword("STYLE") {
            addStyle(body)
        } else if hasBody, !hasSeenCue, lines[start].isKeyword("REGION") {
            addRegion(body)
        } else if !lines[start].isComment {
            let isLate = lines[start].isKeyword("STYLE") || lines[start].isKeyword("REGION")
            let reason = isLate && hasSeenCue ? "comes after a cue" : "has no times"
            addWarning("the block \(WebVTTSettings.quoted(lines[start])) \(reason) and is ignored", line: start)
        }
    }

    /// Returns the lines up to the next one that is empty or contains an arrow.
    private mutating func collectText() -> Range<Int> {
        let start = index
        while index < lines.count, !lines[index].isEmpty, !lines[index].containsArrow { index += 1 }
        return start..<index
    }

    private mutating func addStyle(_ body: Range<Int>) {
        guard file.styles.count < CaptionLimits.styles else {
            return addWarning("the style sheet is ignored, because there are more than \(CaptionLimits.styles)", line: body.lowerBound)
        }
        let style = lines.joined(body).text
        file.styles.append(style)
        for warning in CaptionStyleSheet(parsing: style).warnings {
            addWarning(warning.message, line: body.lowerBound + max(0, warning.line - 1))
        }
    }

    private mutating func addRegion(_ body: Range<Int>) {
        guard file.regions.count < CaptionLimits.regions else {
            return addWarning("the region is ignored, because there are more than \(CaptionLimits.regions)", line: body.lowerBound)
        }
        var messages: [String] = []
        let region = CaptionRegion(webVTT: lines.joined(body), addWarning: { messages.append($0) })
        for message in messages { addWarning(message, line: body.lowerBound) }
        file.regions.append(region)
        regionsByID[region.id] = region
    }

    private mutating func readCue(id: String, timings: Int) {
        let body = collectText()
        if index < lines.count, lines[index].containsArrow {
            addWarning("an empty line is missing between two cues", line: index)
        }
        var cursor = ByteCursor(lines[timings])
        guard let (start, end) = Self.collectTimes(&cursor) else {
            addWarning("the times \(WebVTTSettings.quoted(lines[timings])) are invalid; the cue is ignored", line: timings)
            return
        }
        var messages: [String] = []
        let layout = CaptionLayout(webVTT: cursor.rest, regions: regionsByID, addWarning: { messages.append($0) })
        for message in messages { addWarning(message, line: timings) }
        if end <= start { addWarning("the cue does not end after its start", line: timings) }
        let markup = lines.joined(body).text
        let text = CueText.plainText(of: markup)
        var cue = CaptionCue(id: id, startTime: start, endTime: end, text: text, markup: markup, layout: layout)
        if markup.hasTimes { cue.markupStartTime = start }
        cue.styleSheets = file.styles
        file.cues.append(cue)
        hasSeenCue = true
    }

    /// Parses the times of a cue (WebVTT §6.3, "collect WebVTT cue timings and settings"); the settings remain.
    private static func collectTimes(_ cursor: inout ByteCursor) -> (start: Double, end: Double)? {
        cursor.skipWhitespace()
        guard let start = WebVTTTimestamp.collect(&cursor) else { return nil }
        cursor.skipWhitespace()
        guard cursor.skip("-->") else { return nil }
        cursor.skipWhitespace()
        guard let end = WebVTTTimestamp.collect(&cursor) else { return nil }
        return (start, end)
    }
}

extension String {
    /// Whether the text may contain a timestamp tag.
    fileprivate var hasTimes: Bool { zip(utf8, utf8.dropFirst()).contains { $0 == ASCII.lessThan && ASCII.isDigit($1) } }
}

extension CaptionLines {
    /// Returns the text of consecutive lines, joined with line feeds.
    func joined(_ range: Range<Int>) -> ArraySlice<UInt8> {
        guard let first = range.first, let last = range.last else { return [] }
        return bytes[self[first].startIndex..<self[last].endIndex]
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes contain `-->`.
    var containsArrow: Bool {
        var dashes = 0
        for byte in self {
            if byte == ASCII.greaterThan, dashes >= 2 { return true }
            dashes = byte == ASCII.minus ? dashes + 1 : 0
        }
        return false
    }

    /// Whether the line is a word followed only by white space.
    func isKeyword(_ word: StaticString) -> Bool {
        starts(with: word) && dropFirst(word.utf8CodeUnitCount).allSatisfy(ASCII.isWhitespace)
    }

    /// Whether the line starts a comment: `NOTE` alone or followed by white space.
    var isComment: Bool {
        guard starts(with: "NOTE") else { return false }
        return count == 4 || dropFirst(4).first.map(ASCII.isWhitespace) == true
    }
}
