import PlayheadCore

/// The screen of captions in a video (CEA-608) at one time, as FFmpeg's decoder `cc_dec` outputs it: a dialogue line of Advanced SubStation
/// Alpha, in which each row of the screen starts with `{\an7}{\pos(x,y)}` and ends with `\N`. For CEA-708 the decoder reads the embedded
/// CEA-608 bytes.
package struct ClosedCaptionEvent: Sendable, Hashable {
    /// A row of the screen.
    struct Row: Hashable {
        /// The horizontal start, in the script's pixels; `nil` if the line does not define it.
        var x: Double?
        var y: Double?
        var markup: String
    }

    /// The size of the script's screen (`ASS_DEFAULT_PLAYRESX` and `Y` of FFmpeg).
    static let screenWidth = 384.0
    static let screenHeight = 288.0
    /// The height of one of the 15 rows; they fill the middle four fifths of the screen.
    static let rowHeight = 0.0533 * screenHeight

    /// The rows with text, from top to bottom in the order of the line.
    var rows: [Row] = []
    /// The position before the first row, as a digit of a number pad.
    var alignment: Int?

    /// Parses a dialogue line: `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text` as in `AVSubtitleRect.ass`, the same with
    /// `Dialogue:` and times as in older versions, or the text alone.
    package init(dialogue: String) {
        var reader = ClosedCaptionReader()
        reader.read(Self.text(of: Array(dialogue.utf8)[...]))
        rows = reader.rows
        alignment = reader.alignment
    }

    /// Whether the screen is empty, with which the decoder reports that it was cleared.
    package var isEmpty: Bool { rows.isEmpty }

    /// Returns the cues: consecutive rows become one. The cues are shown from `start` to `end`, in seconds; `end` is infinite if only the
    /// next event determines it.
    package func cues(start: Double, end: Double) -> [CaptionCue] {
        var groups: [[Row]] = []
        for row in rows {
            if let last = groups.last?.last, Self.follows(row, last) {
                groups[groups.count - 1].append(row)
            } else {
                groups.append([row])
            }
        }
        return groups.map { rows in
            let markup = rows.map(\.markup).joined(separator: "\n")
            return CaptionCue(
                startTime: start, endTime: end, text: CueText.plainText(of: markup), markup: markup, layout: layout(of: rows[0]))
        }
    }

    private static func follows(_ row: Row, _ other: Row) -> Bool {
        guard let y = row.y, let before = other.y else { return true }
        return y > before && y - before < 1.5 * rowHeight
    }

    private func layout(of row: Row) -> CaptionLayout {
        var layout = CaptionLayout()
        guard let x = row.x, let y = row.y else {
            if let alignment { layout.place(numpad: alignment) }
            return layout
        }
        layout.snapToLines = false
        layout.line = min(max(y / Self.screenHeight * 100, 0), 100)
        layout.position = min(max(x / Self.screenWidth * 100, 0), 100)
        layout.positionAlign = .lineLeft
        layout.align = .left
        return layout
    }

    private static func text(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isScriptLine = line.starts(with: "Dialogue:")
        var rest = isScriptLine ? line.dropFirst(9) : line
        let fields = isScriptLine ? 9 : 8
        for field in 0..<fields {
            guard let comma = rest.firstIndex(of: ASCII.comma) else { return line }
            // Text that contains commas does not start with a number.
            if field == 0, !isScriptLine, !rest[..<comma].allSatisfy(ASCII.isDigit) || comma == rest.startIndex { return line }
            rest = rest[(comma + 1)...]
        }
        return rest
    }
}

extension CaptionLayout {
    /// Positions the text by a digit of a number pad, like `\an` of Advanced SubStation Alpha: 1 to 3 at the bottom, 7 to 9 at the top.
    mutating func place(numpad digit: Int) {
        switch (digit - 1) / 3 {
        case 1:
            snapToLines = false
            line = 50
            lineAlign = .center
        case 2: line = 0
        default: break
        }
        switch (digit - 1) % 3 {
        case 0: align = .left
        case 2: align = .right
        default: break
        }
    }
}
