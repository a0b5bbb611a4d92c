import PlayheadCore

/// Parses files of SubStation Alpha and Advanced SubStation Alpha. There is no specification; columns are in the order of the `Format` line, and
/// the styling that other caption formats have as well is kept.
package enum SubStationParser {
    /// The places of the columns that are used.
    private struct Columns {
        var start = 1
        var end = 2
        var text = 9
        var count = 10

        /// The columns without a `Format` line.
        init() {}

        /// Reads the columns of a `Format` line; `nil` if one is missing.
        init?(_ format: ArraySlice<UInt8>) {
            let names = format.split(separator: ASCII.comma, maxSplits: Self.maximum).prefix(Self.maximum).map {
                $0.trimmed.text.lowercased()
            }
            guard let start = names.firstIndex(of: "start"), let end = names.firstIndex(of: "end"), let text = names.firstIndex(of: "text")
            else { return nil }
            (self.start, self.end, self.text, count) = (start, end, text, names.count)
        }

        private static let maximum = 64
    }

    /// The number of lines that are searched for the first section.
    private static let head = 64

    /// Whether a text, in any encoding that ``parse(_:)`` reads, begins with the first section of such a file.
    package static func hasSignature(_ bytes: [UInt8]) -> Bool {
        let lines = CaptionLines(Array(bytes.prefix(1 << 12)), fallback: .legacyEncodings)
        let first = (0..<min(head, lines.count)).map { lines[$0].trimmed }.first { !$0.isEmpty && $0.first != UInt8(ascii: ";") }
        return first?.text.lowercased().hasPrefix("[script info]") ?? false
    }

    /// Parses a file; one without dialogue has no cues.
    package static func parse(_ bytes: [UInt8]) -> SubStationFile {
        let lines = CaptionLines(bytes, fallback: .legacyEncodings)
        var file = SubStationFile()
        file.warnings = lines.warnings
        var (columns, isInEvents): (Columns?, Bool) = (Columns(), false)
        for index in 0..<lines.count {
            let line = lines[index].trimmed
            if line.first == UInt8(ascii: "[") {
                isInEvents = line.text.lowercased() == "[events]"
                continue
            }
            guard isInEvents, let colon = line.firstIndex(of: ASCII.colon) else { continue }
            let content = line[(colon + 1)...].trimmed
            switch line[..<colon].text.lowercased() {
            case "format": columns = Columns(content)
            case "dialogue":
                guard file.cues.count < CaptionLimits.cues else {
                    file.addWarning("the rest is ignored, because there are more than \(CaptionLimits.cues) cues", line: index)
                    return file
                }
                guard let cues = columns.flatMap({ cues(content, $0) }) else {
                    file.addWarning("the dialogue has no valid times, and is left out", line: index)
                    continue
                }
                file.cues += cues.prefix(CaptionLimits.cues - file.cues.count)
            default: break
            }
        }
        return file
    }

    private static func cues(_ dialogue: ArraySlice<UInt8>, _ columns: Columns) -> [CaptionCue]? {
        // The last column contains commas.
        let fields = dialogue.split(separator: ASCII.comma, maxSplits: columns.count - 1, omittingEmptySubsequences: false)
        func field(_ index: Int) -> ArraySlice<UInt8>? { fields.indices.contains(index) ? fields[index] : nil }
        guard let start = field(columns.start).flatMap({ SubRipTimes.time(of: $0) }), let text = field(columns.text),
            let end = field(columns.end).flatMap({ SubRipTimes.time(of: $0) })
        else { return nil }
        // Fields before the text, so that a text that looks like them is not taken for fields.
        let line = "0,0,Default,,0,0,0,," + SubStationText.withoutPlacement(text.text)
        return ClosedCaptionEvent(dialogue: line).cues(start: start, end: end)
    }
}

/// The content of a file of SubStation Alpha.
package struct SubStationFile: Sendable, Hashable {
    /// The cues in the file's order, with their markup in WebVTT's form; times in seconds.
    package var cues: [CaptionCue] = []
    /// The problems of the file, in the order of lines.
    package var warnings: [CaptionWarning] = []

    /// Makes an empty file.
    package init() {}

    fileprivate mutating func addWarning(_ message: String, line: Int) {
        if warnings.count < CaptionLimits.warnings { warnings.append(CaptionWarning(line: line + 1, message: message)) }
    }
}

/// The text of dialogue lines of SubStation Alpha.
package enum SubStationText {
    /// Removes drawings from a line, and the positions of its script, which refer to another screen; in linear time.
    package static func withoutPlacement(_ line: String) -> String {
        var (result, rest, isDrawing) = ("", Substring(line), false)
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            if !isDrawing { result += rest[..<start] }
            let codes = rest[start..<end].dropFirst().split(separator: "\\", omittingEmptySubsequences: false)
            if let scale = codes.last(where: isScaleOfDrawing) { isDrawing = scale.contains { $0 != "p" && $0 != "0" } }
            result += "{" + codes.filter { !isPosition($0) && !isScaleOfDrawing($0) }.joined(separator: "\\") + "}"
            rest = rest[end...].dropFirst()
        }
        return isDrawing ? result : result + rest
    }

    /// Whether an override code is `p` with a number: 0 ends a drawing, any other number begins one.
    private static func isScaleOfDrawing(_ code: Substring) -> Bool {
        code.first == "p" && code.count > 1 && code.dropFirst().allSatisfy { ("0"..."9").contains($0) }
    }

    private static func isPosition(_ code: Substring) -> Bool {
        let code = code.drop(while: \.isWhitespace)
        return ["pos(", "move(", "org(", "clip(", "iclip("].contains { code.hasPrefix($0) }
    }
}
