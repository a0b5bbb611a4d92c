extension XMLReader {
    /// A reference is at most so long: `&#x10FFFF;` with some zeros in front.
    private static let longestReference = 16

    /// Reads characters up to `end` or the end of the document, and resolves references in them.
    mutating func text(until end: UInt8, inAttribute: Bool = false) throws(XMLError) -> String {
        var text: [UInt8] = []
        var start = position
        while position < bytes.count, bytes[position] != end {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "&"):
                text += bytes[start..<position]
                try reference(into: &text)
                start = position
            case UInt8(ascii: "<"):
                throw error("an attribute's value has a < in it")
            case 0x0D:
                text += bytes[start..<position]
                text.append(inAttribute ? 0x20 : 0x0A)
                position += position + 1 < bytes.count && bytes[position + 1] == 0x0A ? 2 : 1
                start = position
            case 0x0A, 0x09:
                if inAttribute {
                    text += bytes[start..<position]
                    text.append(0x20)
                    start = position + 1
                }
                position += 1
            case 0..<0x20:
                throw error("a control character is in the text")
            default:
                position += 1
            }
        }
        text += bytes[start..<position]
        return String(decoding: text, as: UTF8.self)
    }

    mutating func characterData() throws(XMLError) -> String {
        let start = position
        position += "<![CDATA[".utf8.count
        let first = position
        try skip(through: "]]>", "a CDATA section does not end", from: start)
        let data = bytes[first..<(position - 3)]
        if let control = data.firstIndex(where: { $0 < 0x20 && !$0.isXMLSpace }) {
            throw error("a control character is in the text", at: control)
        }
        // A line ends in one way, here as everywhere.
        guard data.contains(0x0D) else { return String(decoding: data, as: UTF8.self) }
        return String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    private mutating func reference(into text: inout [UInt8]) throws(XMLError) {
        let start = position
        let limit = min(start + Self.longestReference, bytes.count)
        guard let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: ";")) else { return plainAmpersand(into: &text) }
        let name = bytes[(start + 1)..<end]
        if let character = Self.predefined(name) {
            text.append(character)
        } else if name.first == UInt8(ascii: "#") {
            guard let scalar = Self.scalar(name.dropFirst()) else { throw error("a reference to a character that there is not") }
            text += Array(String(Character(scalar)).utf8)
        } else {
            return plainAmpersand(into: &text)
        }
        position = end + 1
    }

    private mutating func plainAmpersand(into text: inout [UInt8]) {
        warn("an ampersand is not escaped", at: position)
        text.append(UInt8(ascii: "&"))
        position += 1
    }

    private static func predefined(_ name: ArraySlice<UInt8>) -> UInt8? {
        switch String(decoding: name, as: UTF8.self) {
        case "amp": UInt8(ascii: "&")
        case "lt": UInt8(ascii: "<")
        case "gt": UInt8(ascii: ">")
        case "quot": UInt8(ascii: "\"")
        case "apos": UInt8(ascii: "'")
        default: nil
        }
    }

    private static func scalar(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == UInt8(ascii: "x")
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
        guard text.first != "+", text.first != "-", let number = UInt32(text, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(number), number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number)
        else { return nil }
        return scalar
    }
}
