import PlayheadCore

/// Parses files of SubStation Alpha and Advanced SubStation Alpha. There is no specification; columns are in the order of the `Format` line, and
/// the styling that other caption formats have as well is kept.
package enum SubStationParser {
    /// The columns without a `Format` line.
    private static let usualColumns = [
        "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
    ]
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
        var (columns, isInEvents) = (usualColumns, false)
        for index in 0..<lines.count {
            let line = lines[index].trimmed
            if line.first == UInt8(ascii: "[") {
                isInEvents = line.text.lowercased() == "[events]"
                continue
            }
            guard isInEvents, let colon = line.firstIndex(of: ASCII.colon) else { continue }
            let content = line[(colon + 1)...].trimmed
            switch line[..<colon].text.lowercased() {
            case "format": columns = content.split(separator: ASCII.comma).map { $0.trimmed.text.lowercased() }
            case "dialogue":
                guard file.cues.count < CaptionLimits.cues else {
                    file.addWarning("the rest is ignored, because there are more than \(CaptionLimits.cues) cues", line: index)
                    return file
                }
                guard let cues = cues(content, columns) else {
                    file.addWarning("the dialogue has no valid times, and is left out", line: index)
                    continue
                }
                file.cues += cues
            default: break
            }
        }
        return file
    }

    private static func cues(_ dialogue: ArraySlice<UInt8>, _ columns: [String]) -> [CaptionCue]? {
        // The last column contains commas.
        let fields = dialogue.split(separator: ASCII.comma, maxSplits: max(0, columns.count - 1), omittingEmptySubsequences: false)
        func time(_ name: String) -> Double? {
            guard let column = columns.firstIndex(of: name), fields.indices.contains(column) else { return nil }
            return SubRipTimes.time(of: fields[column])
        }
        guard let start = time("start"), let end = time("end"), let text = columns.firstIndex(of: "text"), fields.indices.contains(text)
        else { return nil }
        // Fields before the text, so that a text that looks like them is not taken for fields.
        let line = "0,0,Default,,0,0,0,," + SubStationText.withoutPlacement(fields[text].text)
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
        ["pos(", "move(", "org(", "clip(", "iclip("].contains { code.hasPrefix($0) }
    }
}
