/// The lines of a caption file: UTF-8 without a byte order mark, split at line ends of any kind.
struct CaptionLines {
    /// The handling of bytes that are not UTF-8.
    enum Fallback {
        /// Invalid bytes become U+FFFD, as in the Encoding standard's "UTF-8 decode".
        case replacement
        /// The text is decoded as UTF-16 if it is recognized as such, otherwise as Windows-1252.
        case legacyEncodings
    }

    /// The text.
    let bytes: [UInt8]
    /// The warnings of decoding.
    private(set) var warnings: [CaptionWarning] = []
    /// The range of each line in ``bytes``, without its end.
    private let ranges: [Range<Int>]

    /// Decodes a text and splits it into lines.
    init(_ input: [UInt8], fallback: Fallback) {
        let decoded = Self.decode(input, fallback: fallback, warnings: &warnings)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(decoded.count)
        var ranges: [Range<Int>] = []
        var start = 0
        var hadReturn = false
        var nullLine: Int?
        for byte in decoded {
            guard ranges.count < CaptionLimits.lines else {
                start = bytes.count
                warnings.append(CaptionWarning(line: ranges.count, message: "the rest is ignored, because there are too many lines"))
                break
            }
            switch byte {
            case ASCII.lineFeed where hadReturn: break
            case ASCII.lineFeed, ASCII.carriageReturn:
                ranges.append(start..<bytes.count)
                bytes.append(ASCII.lineFeed)
                start = bytes.count
            case 0:
                if nullLine == nil { nullLine = ranges.count + 1 }
                bytes += [0xEF, 0xBF, 0xBD]
            default: bytes.append(byte)
            }
            hadReturn = byte == ASCII.carriageReturn
        }
        if start < bytes.count { ranges.append(start..<bytes.count) }
        if let nullLine { warnings.append(CaptionWarning(line: nullLine, message: "a null character is replaced by U+FFFD")) }
        self.bytes = bytes
        self.ranges = ranges
    }

    /// The number of lines; a line end at the end of the text does not start another.
    var count: Int { ranges.count }

    /// Accesses a line, from 0.
    subscript(index: Int) -> ArraySlice<UInt8> { bytes[ranges[index]] }

    private static func decode(_ input: [UInt8], fallback: Fallback, warnings: inout [CaptionWarning]) -> ArraySlice<UInt8> {
        if case .legacyEncodings = fallback, let text = UTF16Text.decode(input) {
            warnings.append(CaptionWarning(line: 0, message: "the text is UTF-16"))
            return Array(text.utf8)[...]
        }
        let bytes = input.starts(with: [0xEF, 0xBB, 0xBF]) ? input.dropFirst(3) : input[...]
        guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
        switch fallback {
        case .replacement:
            warnings.append(CaptionWarning(line: 0, message: "bytes that are not UTF-8 are replaced by U+FFFD"))
            return Array(String(decoding: bytes, as: UTF8.self).utf8)[...]
        case .legacyEncodings:
            warnings.append(CaptionWarning(line: 0, message: "the text is not UTF-8 and is decoded as Windows-1252"))
            return Array(Windows1252.decode(bytes).utf8)[...]
        }
    }
}

/// The limits of a caption file, above those of any real one: what exceeds them is ignored with a warning, because a small file could take
/// hundreds of times its size in memory.
package enum CaptionLimits {
    /// The maximum number of lines.
    package static let lines = 1_000_000
    /// The maximum number of cues, also of all files and segments of a track.
    package static let cues = 100_000
    /// The maximum size of the texts and style sheets of all files and segments of a track, in bytes.
    package static let bytes = 64 << 20
    /// The maximum number of warnings.
    package static let warnings = 1000
    /// The maximum number of style sheets.
    package static let styles = 64
    /// The maximum number of regions.
    package static let regions = 1000
    /// The maximum number of lines of a header that are kept.
    package static let headerFields = 256
}

/// A departure from a format's rules that was tolerated.
package struct CaptionWarning: Sendable, Hashable {
    /// The line, from 1; 0 for the text as a whole.
    package var line: Int
    /// The departure, and its interpretation.
    package var message: String

    /// Makes a warning.
    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}
