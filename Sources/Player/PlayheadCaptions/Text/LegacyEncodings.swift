/// The encoding of subtitle files in western languages before UTF-8 (Encoding standard, index windows-1252).
enum Windows1252 {
    /// The characters of the bytes 0x80 to 0x9F; all others are as in Unicode.
    static let characters80To9F: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ]

    /// Returns the character of a byte or code point.
    static func character(_ code: UInt32) -> Unicode.Scalar? {
        Unicode.Scalar(code >= 0x80 && code <= 0x9F ? characters80To9F[Int(code) - 0x80] : code)
    }

    /// Returns the text of bytes.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(character(UInt32(byte)) ?? "\u{FFFD}") }
        return String(text)
    }
}

/// UTF-16, as some editors save subtitles.
package enum UTF16Text {
    /// Returns the text without a byte order mark; `nil` if the bytes are not UTF-16. Without a mark it is recognized by the zeros in the
    /// digits and line ends of times, which other encodings do not have.
    package static func decode(_ bytes: [UInt8]) -> String? {
        guard let isLittleEndian = isLittleEndian(bytes) else { return nil }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? one | other << 8 : one << 8 | other
        }
        let text = String(decoding: units, as: UTF16.self)
        return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }

    private static func isLittleEndian(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: [0xFF, 0xFE]) { return true }
        if bytes.starts(with: [0xFE, 0xFF]) { return false }
        let sample = bytes.prefix(4096)
        var zeros = [0, 0]
        for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 2] += 1 }
        // A tenth of the characters is ASCII, and hardly any has a zero as its other byte.
        guard let most = zeros.max(), let few = zeros.min(), most * 20 >= sample.count, few * 10 <= most, most > 0 else { return nil }
        return zeros[1] == most
    }
}
