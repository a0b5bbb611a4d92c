extension StringProtocol {
    /// Without the white space of XML around it, and without no-break spaces, which come with copied addresses.
    package var trimmed: String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || ("\t"..."\r").contains(scalar) || scalar == "\u{A0}" }
        // Removing scalars one by one from a string would copy the rest each time.
        guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }), let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
        else {
            return ""
        }
        return String(self[first...last])
    }

    /// Whether it is the same text, the case of the letters A to Z aside.
    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    /// The character of ASCII in lower case.
    package var asciiLowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

    /// Whether this is white space to XML.
    package var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
