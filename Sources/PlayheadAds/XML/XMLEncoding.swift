/// The encodings that documents come in; all are read as UTF-8.
enum XMLEncoding {
    /// The document in UTF-8: by its byte-order mark, or by what its declaration says. Unknown encodings are taken for UTF-8.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), bigEndian: true) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), bigEndian: false) }
        if bytes.starts(with: [0x00, 0x3C, 0x00]) { return utf16(bytes[...], bigEndian: true) }
        if bytes.starts(with: [0x3C, 0x00, 0x3F, 0x00]) { return utf16(bytes[...], bigEndian: false) }
        guard let name = declared(in: bytes), ["iso-8859-1", "latin1", "windows-1252"].contains(name) else { return bytes }
        return latin1(bytes)
    }

    /// The encoding that the XML declaration names, in small letters.
    private static func declared(in bytes: [UInt8]) -> String? {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>"),
            let key = start[..<end.lowerBound].firstRange(of: "encoding")
        else { return nil }
        let value = start[key.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" || $0 == "\t" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return value.dropFirst().prefix { $0 != quote }.lowercased()
    }

    private static func latin1(_ bytes: [UInt8]) -> [UInt8] {
        var utf8: [UInt8] = []
        utf8.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte < 0x80 {
                utf8.append(byte)
            } else {
                utf8.append(0xC0 | byte >> 6)
                utf8.append(0x80 | byte & 0x3F)
            }
        }
        return utf8
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(bigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
