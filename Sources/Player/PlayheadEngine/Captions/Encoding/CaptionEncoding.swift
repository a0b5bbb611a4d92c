import Foundation
import PlayheadCaptions

/// Converts caption files of any encoding to UTF-8, by the system's iconv.
package enum CaptionEncoding {
    /// Whether an encoding is known to the system, such as `windows-1251`.
    package static func isKnown(_ name: String) -> Bool { utf8([], from: name) != nil }

    /// Converts a file.
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: The encoding that the app or the viewer chose; `nil` to detect it. A byte order mark has precedence.
    ///   - language: The language of the captions (BCP 47), which decides between similar encodings; `nil` if it is unknown.
    /// - Returns: The file in UTF-8; unchanged if no encoding fits.
    package static func utf8(_ bytes: [UInt8], encoding name: String?, language: String? = nil) -> [UInt8] {
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
        let hasMark = marks.contains { bytes.starts(with: $0) }
        if !hasMark, let name, let text = utf8(bytes, from: name) { return text }
        if let text = UTF16Text.decode(bytes) { return Array(text.utf8) }
        if hasMark || String(validating: bytes, as: UTF8.self) != nil { return bytes }
        return repaired(bytes) ?? utf8(bytes, from: detect(bytes, language: language)) ?? bytes
    }

    /// Replaces the invalid bytes of UTF-8 by U+FFFD.
    /// - Returns: `nil` if other characters than ASCII are not almost all valid: the text has another encoding.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
        let text = String(decoding: bytes, as: UTF8.self)
        let others = text.unicodeScalars.count { !$0.isASCII }
        let invalid = text.unicodeScalars.count { $0 == "\u{FFFD}" }
        let minimumRatio = 10
        return others / minimumRatio >= invalid ? Array(text.utf8) : nil
    }

    /// Returns the encoding of a text that is not Unicode.
    static func detect(_ bytes: [UInt8], language: String?) -> String {
        let maximum = 1 << 16
        let start = bytes.prefix(maximum)
        // A character must not be cut.
        let sample = Array(start[..<(start.lastIndex(of: UInt8(ascii: "\n")) ?? start.endIndex)])
        // The bonus for the language, and the advantage over the candidates before.
        let (bonus, advantage) = (0.3, 0.02)
        var best = (name: EncodingCandidate.all[0].name, score: 0.0)
        for candidate in EncodingCandidate.all {
            guard let text = utf8(sample, from: candidate.name, isStrict: true) else { continue }
            let score = candidate.score(of: String(decoding: text, as: UTF8.self)) + (candidate.isUsual(in: language) ? bonus : 0)
            if score > best.score + advantage { best = (candidate.name, score) }
        }
        return best.name
    }

    /// Converts bytes to UTF-8. Invalid ones become U+FFFD, or end the conversion if it is strict.
    /// - Returns: `nil` if the encoding is unknown, or a strict conversion fails.
    private static func utf8(_ bytes: [UInt8], from encoding: String, isStrict: Bool = false) -> [UInt8]? {
        guard !encoding.isEmpty, let converter = iconv_open("UTF-8", encoding), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var piece = [CChar](repeating: 0, count: 1 << 14)
        var output: [UInt8] = []
        return input.withUnsafeMutableBufferPointer { input in
            var (next, left) = (input.baseAddress, input.count)
            var isFlushing = false
            while left > 0 || !isFlushing {
                isFlushing = left == 0
                let (result, filled) = piece.withUnsafeMutableBufferPointer { piece in
                    var (place, room) = (piece.baseAddress, piece.count)
                    let result =
                        isFlushing ? iconv(converter, nil, nil, &place, &room) : iconv(converter, &next, &left, &place, &room)
                    return (result < 0 ? errno : 0, piece.count - room)
                }
                output += piece.prefix(filled).map { UInt8(bitPattern: $0) }
                // The next turn continues with an empty piece.
                if result == 0 || result == E2BIG && filled > 0 { continue }
                if isStrict || left == 0 { return nil }
                output += Array("\u{FFFD}".utf8)
                next = next?.advanced(by: 1)
                left -= 1
            }
            return output
        }
    }
}
