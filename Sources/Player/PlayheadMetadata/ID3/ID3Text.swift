/// The text encodings of frames, by their first byte (ID3v2.4.0-structure §4).
enum ID3Text: UInt8 {
    case latin1 = 0
    case utf16 = 1
    case utf16BigEndian = 2
    case utf8 = 3

    /// The number of bytes of a character, and of the terminating zero.
    private var unit: Int { self == .latin1 || self == .utf8 ? 1 : 2 }

    /// Removes a text and its terminating zero from the front of `bytes`; the whole rest without a zero.
    func readText(_ bytes: inout ArraySlice<UInt8>) -> String {
        let end = terminator(in: bytes)
        let text = decode(bytes[..<(end ?? bytes.endIndex)])
        bytes = end.map { bytes[($0 + unit)...] } ?? bytes[bytes.endIndex...]
        return text
    }

    /// Returns the texts in `bytes`, separated by zeros; trailing zeros are ignored. One empty text if there is none.
    func texts(_ bytes: ArraySlice<UInt8>) -> [String] {
        var rest = bytes
        var texts: [String] = []
        var order: Bool?
        while !rest.isEmpty {
            let end = terminator(in: rest) ?? rest.endIndex
            let part = rest[..<end]
            if self == .utf16, let byteOrder = Self.isLittleEndian(part) { order = byteOrder }
            texts.append(decode(part, isLittleEndian: order))
            rest = end == rest.endIndex ? [] : rest[(end + unit)...]
        }
        while texts.count > 1, texts.last == "" { texts.removeLast() }
        return texts.isEmpty ? [""] : texts
    }

    /// Decodes `bytes`. Without a byte order mark UTF-16 is big-endian, unless `isLittleEndian` is already known.
    func decode(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool? = nil) -> String {
        switch self {
        case .latin1: return Self.latin1(bytes)
        case .utf8: return String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes, as: UTF8.self)
        case .utf16, .utf16BigEndian:
            let byteOrder = Self.isLittleEndian(bytes)
            return Self.utf16(byteOrder == nil ? bytes : bytes.dropFirst(2), isLittleEndian: byteOrder ?? isLittleEndian ?? false)
        }
    }

    /// Decodes `bytes` as ISO-8859-1.
    static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// Returns the byte order of the byte order mark, if there is one.
    private static func isLittleEndian(_ bytes: ArraySlice<UInt8>) -> Bool? {
        if bytes.starts(with: [0xFF, 0xFE]) { return true }
        return bytes.starts(with: [0xFE, 0xFF]) ? false : nil
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var position = bytes.startIndex
        while position + 1 < bytes.endIndex {
            let first = UInt16(bytes[position])
            let second = UInt16(bytes[position + 1])
            units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
            position += 2
        }
        return String(decoding: units, as: UTF16.self)
    }

    private func terminator(in bytes: ArraySlice<UInt8>) -> Int? {
        if unit == 1 { return bytes.firstIndex(of: 0) }
        var position = bytes.startIndex
        while position + 1 < bytes.endIndex {
            if bytes[position] == 0, bytes[position + 1] == 0 { return position }
            position += 2
        }
        return nil
    }
}
