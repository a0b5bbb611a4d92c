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
