import PlayheadCaptions
import PlayheadCore

/// The kind of WebVTT files, detected by the signature.
enum WebVTTKind: FileKind {
    static func inspect(_ file: InspectedFile) throws -> Inspection? {
        guard WebVTTParser.hasSignature(file.text) || file.fileExtension == "vtt" else { return nil }
        do {
            var webVTT = try WebVTTParser.parse(Array(file.text))
            if file.isUTF16 { webVTT.warnings.insert(CaptionWarning(line: 0, message: "the text is UTF-16"), at: 0) }
            guard case .object(let fields) = WebVTTParser.model(webVTT) else { return nil }
            var summary = ["kind      WebVTT"] + CaptionSummary.lines(of: webVTT.cues)
            if !webVTT.regions.isEmpty { summary.append("regions   \(webVTT.regions.map(\.id).joined(separator: ", "))") }
            if !webVTT.styles.isEmpty { summary.append("styles    \(webVTT.styles.count)") }
            return Inspection(fields: fields, summary: summary + CaptionSummary.lines(of: webVTT.warnings))
        } catch {
            throw InspectionError(reason: "\(error)")
        }
    }
}

/// The kind of files of SubStation Alpha, detected by their first section.
enum SubStationKind: FileKind {
    static func inspect(_ file: InspectedFile) throws -> Inspection? {
        guard SubStationParser.hasSignature(file.bytes) else { return nil }
        let script = SubStationParser.parse(file.bytes)
        let fields: EventFields = [
            "kind": "ass", "cues": .array(script.cues.map(\.eventValue)),
            "warnings": .array(script.warnings.map { .object(["line": .int($0.line), "message": .string($0.message)]) }),
        ]
        let summary = ["kind      SubStation Alpha"] + CaptionSummary.lines(of: script.cues) + CaptionSummary.lines(of: script.warnings)
        return Inspection(fields: fields, summary: summary)
    }
}

/// The kind of SubRip files, which have no signature: detected by the file name, or by a timing line in the first cue.
enum SubRipKind: FileKind {
    /// The number of lines to check: the first cue's timing follows its number, and possibly an empty line.
    private static let firstLines = 4

    static func inspect(_ file: InspectedFile) throws -> Inspection? {
        guard file.fileExtension == "srt" || beginsWithCue(file.text) else { return nil }
        let subRip = SubRipParser.parse(file.bytes)
        guard !subRip.cues.isEmpty else {
            guard file.fileExtension == "srt" else { return nil }
            throw InspectionError(reason: "not a SubRip file: it has no times")
        }
        let fields: EventFields = [
            "kind": "srt", "cues": .array(subRip.cues.map(\.eventValue)),
            "warnings": .array(subRip.warnings.map { .object(["line": .int($0.line), "message": .string($0.message)]) }),
        ]
        let summary = ["kind      SubRip"] + CaptionSummary.lines(of: subRip.cues) + CaptionSummary.lines(of: subRip.warnings)
        return Inspection(fields: fields, summary: summary)
    }

    private static func beginsWithCue(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = String(decoding: bytes.prefix(512), as: UTF8.self)
        let lines = start.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(firstLines)
        return lines.contains { line in
            // 00:01:02,500 --> 00:01:04,000
            guard let arrow = line.firstRange(of: "-->") else { return false }
            let time = line[..<arrow.lowerBound].filter { $0 != " " }
            return time.first?.isNumber == true && time.contains(":") && time.allSatisfy { $0.isNumber || ":,.".contains($0) }
        }
    }
}

/// Summarizes captions of any format.
private enum CaptionSummary {
    static func lines(of cues: [CaptionCue]) -> [String] {
        let start = cues.map(\.startTime).min() ?? 0
        let end = cues.map(\.endTime).max() ?? 0
        return ["cues      \(cues.count)" + (cues.isEmpty ? "" : ", from \(start) to \(end) s")]
    }

    static func lines(of warnings: [CaptionWarning]) -> [String] {
        warnings.map { "warning   \($0.line > 0 ? "line \($0.line): " : "")\($0.message)" }
    }
}
