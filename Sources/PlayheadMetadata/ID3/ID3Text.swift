/// Texts in frames, in the encodings that their first byte tells (ID3v2.4.0-structure §4).
enum ID3Text: UInt8 {
    case latin1 = 0
    case utf16 = 1
    case utf16BigEndian = 2
    case utf8 = 3

    /// Bytes of a character, and so of the zero after a text.
    private var unit: Int { self == .latin1 || self == .utf8 ? 1 : 2 }

    /// Takes a text and the zero after it from the front of `bytes`; the whole rest where no zero comes.
    func takeText(_ bytes: inout ArraySlice<UInt8>) -> String {
        let end = terminator(in: bytes)
        let text = decode(bytes[..<(end ?? bytes.endIndex)])
        bytes = end.map { bytes[($0 + unit)...] } ?? bytes[bytes.endIndex...]
        return text
    }

    /// The texts in `bytes`, separated by zeros; zeros at the end separate nothing. One empty text where there is none.
    func texts(_ bytes: ArraySlice<UInt8>) -> [String] {
        var rest = bytes
        var texts: [String] = []
        var order: Bool?
        while !rest.isEmpty {
            let end = terminator(in: rest) ?? rest.endIndex
            let part = rest[..<end]
            if self == .utf16, let told = Self.isLittleEndian(part) { order = told }
            texts.append(decode(part, isLittleEndian: order))
            rest = end == rest.endIndex ? [] : rest[(end + unit)...]
        }
        while texts.count > 1, texts.last == "" { texts.removeLast() }
        return texts.isEmpty ? [""] : texts
    }

    /// `bytes` as text. Without a byte order mark UTF-16 is big-endian, unless `isLittleEndian` is known from before.
    func decode(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool? = nil) -> String {
        switch self {
        case .latin1: return Self.latin1(bytes)
        case .utf8: return String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes, as: UTF8.self)
        case .utf16, .utf16BigEndian:
            let told = Self.isLittleEndian(bytes)
            return Self.utf16(told == nil ? bytes : bytes.dropFirst(2), isLittleEndian: told ?? isLittleEndian ?? false)
        }
    }

    /// `bytes` as text in ISO-8859-1.
    static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// What the byte order mark at the beginning says, if one is there.
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
