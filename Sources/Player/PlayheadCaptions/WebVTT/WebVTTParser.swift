import PlayheadCore

/// Parses WebVTT files with the algorithms of the W3C's specification (§6): every file with a valid signature can be parsed, and its
/// problems become warnings.
package enum WebVTTParser {
    /// Parses a file.
    /// - Parameter bytes: UTF-8, with or without a byte order mark. Invalid bytes and null characters become U+FFFD.
    /// - Returns: The contents of the file, with the warnings in the order of lines.
    /// - Throws: ``WebVTTError`` if the signature is missing.
    package static func parse(_ bytes: [UInt8]) throws(WebVTTError) -> WebVTTFile {
        let lines = CaptionLines(bytes, fallback: .replacement)
        try checkSignature(lines)
        var reader = WebVTTBlockReader(lines: lines)
        reader.readAll()
        var file = reader.file
        file.warnings = (lines.warnings + file.warnings).sorted { $0.line < $1.line }
        return file
    }

    /// Parses the text of a file.
    /// - Throws: ``WebVTTError`` if the signature is missing.
    package static func parse(_ text: String) throws(WebVTTError) -> WebVTTFile { try parse(Array(text.utf8)) }

    /// Whether bytes start with a WebVTT signature, with or without a byte order mark.
    package static func hasSignature(_ bytes: some Collection<UInt8>) -> Bool {
        let start = Array(bytes.prefix(10))
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        guard text.starts(with: "WEBVTT") else { return false }
        return text.count == 6 || endsSignature(text[text.startIndex + 6])
    }

    private static func checkSignature(_ lines: CaptionLines) throws(WebVTTError) {
        guard !lines.bytes.isEmpty else { throw .empty }
        guard lines.bytes[...].starts(with: "WEBVTT") else { throw .noSignature }
        guard lines.bytes.count == 6 || endsSignature(lines.bytes[6]) else { throw .damagedSignature }
    }

    private static func endsSignature(_ byte: UInt8) -> Bool {
        byte == ASCII.space || byte == ASCII.tab || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }
}

/// The reason why a text is not a WebVTT file.
package enum WebVTTError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is empty.
    case empty
    /// The text does not start with `WEBVTT`.
    case noSignature
    /// The character after `WEBVTT` is not a space, a tab or a line end.
    case damagedSignature

    /// The reason in words.
    package var description: String {
        switch self {
        case .empty: "the text is empty, which is not a WebVTT file"
        case .noSignature: "not a WebVTT file: it does not start with WEBVTT"
        case .damagedSignature: "not a WebVTT file: WEBVTT at its start is not followed by a space, a tab or the end of the line"
        }
    }
}
