/// The encodings of documents; all are converted to UTF-8.
enum XMLEncoding {
    /// The document in valid UTF-8, without a byte-order mark: by its mark, or by its declaration. Unknown encodings are taken for UTF-8, and
    /// bytes that are not valid become U+FFFD.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let text =
            if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0x00, 0x3C, 0x00]) {
                utf16(bytes, isBigEndian: true)
            } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0x00, 0x3F, 0x00]) {
                utf16(bytes, isBigEndian: false)
            } else if ["iso-8859-1", "latin1", "windows-1252"].contains(declared(in: bytes)) {
                windows1252(bytes)
            } else {
                String(decoding: bytes, as: UTF8.self)
            }
        return Array((text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text).utf8)
    }

    /// The encoding that the XML declaration names, in lower case.
    private static func declared(in bytes: [UInt8]) -> String? {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard start.trimmed.hasPrefix("<?xml"), let end = start.firstRange(of: "?>"),
            let key = start[..<end.lowerBound].firstRange(of: "encoding")
        else { return nil }
        let value = start[key.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" || $0 == "\t" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return value.dropFirst().prefix { $0 != quote }.lowercased()
    }

    /// As browsers do, ISO-8859-1 is read as Windows-1252, which has characters for 0x80 to 0x9F (WHATWG Encoding §4.2).
    private static func windows1252(_ bytes: [UInt8]) -> String {
        let special = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
        var text = ""
        for byte in bytes {
            text.unicodeScalars.append((0x80..<0xA0).contains(byte) ? special[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return text
    }

    private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> String {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units, as: UTF16.self)
    }
}
