import PlayheadCore

/// Parses SubRip (SRT) files. There is no specification; common variants are accepted: cues without numbers or without empty lines between
/// them, periods instead of commas, short or missing fractions, any line ends, UTF-16, and Windows-1252 if the bytes are not Unicode.
package enum SubRipParser {
    /// Parses a file; one without any times has no cues.
    package static func parse(_ bytes: [UInt8]) -> SubRipFile {
        let lines = CaptionLines(bytes, fallback: .legacyEncodings)
        var file = SubRipFile()
        file.warnings = lines.warnings
        var index = 0
        var number = ""
        while index < lines.count {
            guard let times = SubRipTimes(lines[index]) else {
                // The text before the first times is the first cue's number, if it is a number.
                if !lines[index].trimmed.isEmpty {
                    number = lines[index].isNumber ? lines[index].trimmed.text : ""
                    if number.isEmpty { file.addWarning("the line \(WebVTTSettings.quoted(lines[index])) is ignored", line: index) }
                }
                index += 1
                continue
            }
            guard file.cues.count < CaptionLimits.cues else {
                file.addWarning("the rest is ignored, because there are more than \(CaptionLimits.cues) cues", line: index)
                break
            }
            let timings = index
            index += 1
            let start = index
            while index < lines.count, !lines[index].containsArrow || SubRipTimes(lines[index]) == nil { index += 1 }
            let (text, nextNumber) = separate(lines, start..<index, isLast: index == lines.count)
            if times.end <= times.start { file.addWarning("the cue does not end after its start", line: timings) }
            if number.isEmpty { file.addWarning("the cue has no number", line: timings) }
            file.cues.append(cue(number, times, lines.joined(text)))
            number = nextNumber
        }
        return file
    }

    /// Parses the text of a file.
    package static func parse(_ text: String) -> SubRipFile { parse(Array(text.utf8)) }

    /// Returns the cue of a text that a container has with its times, in seconds.
    package static func cue(ofSample text: [UInt8], start: Double, end: Double) -> CaptionCue {
        cue("", SubRipTimes(start: start, end: end), text.filter { $0 != ASCII.carriageReturn }[...].trimmed)
    }

    private static func cue(_ number: String, _ times: SubRipTimes, _ text: ArraySlice<UInt8>) -> CaptionCue {
        let markup = SubRipMarkup(text)
        var layout = CaptionLayout()
        if let place = markup.alignment { layout.place(numpad: place) }
        let plain = CueText.plainText(of: markup.webVTT)
        return CaptionCue(id: number, startTime: times.start, endTime: times.end, text: plain, markup: markup.webVTT, layout: layout)
    }

    /// Separates a cue's text from the next cue's number, and removes empty lines around it. A number at the end is the next cue's if an
    /// empty line or nothing precedes it.
    private static func separate(_ lines: CaptionLines, _ range: Range<Int>, isLast: Bool) -> (text: Range<Int>, nextNumber: String) {
        func isBlank(_ index: Int) -> Bool { lines[index].trimmed.isEmpty }
        var (start, end) = (range.lowerBound, range.upperBound)
        var number = ""
        while end > start, isBlank(end - 1) { end -= 1 }
        if !isLast, end > start, lines[end - 1].isNumber, end - 1 == start || isBlank(end - 2) {
            number = lines[end - 1].trimmed.text
            end -= 1
        }
        while end > start, isBlank(end - 1) { end -= 1 }
        while start < end, isBlank(start) { start += 1 }
        return (start..<end, number)
    }
}

extension SubRipFile {
    fileprivate mutating func addWarning(_ message: String, line: Int) {
        if warnings.count < CaptionLimits.warnings { warnings.append(CaptionWarning(line: line + 1, message: message)) }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes are an integer, with or without surrounding white space.
    fileprivate var isNumber: Bool {
        let digits = trimmed
        return !digits.isEmpty && digits.allSatisfy(ASCII.isDigit)
    }
}

/// The content of a SubRip (SRT) file.
package struct SubRipFile: Sendable, Hashable {
    /// The cues in the file's order, with their markup in WebVTT's form; times in seconds.
    package var cues: [CaptionCue] = []
    /// The problems of the file, in the order of lines.
    package var warnings: [CaptionWarning] = []

    /// Makes an empty file.
    package init() {}
}
