/// References in XML text: the five of XML itself and characters by number (XML 1.0 §4.1 and §4.6). Any other stays as it is written.
enum XMLEntities {
    private static let named: [String: String] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]
    private static let longest = 10

    /// The text with its references resolved.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result = ""
        var rest = bytes
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += String(decoding: rest[..<mark], as: UTF8.self)
            let tail = rest[(mark + 1)...]
            if let end = tail.prefix(longest + 1).firstIndex(of: UInt8(ascii: ";")),
                let text = value(of: String(decoding: tail[..<end], as: UTF8.self))
            {
                result += text
                rest = tail[(end + 1)...]
            } else {
                result += "&"
                rest = tail
            }
        }
        return result + String(decoding: rest, as: UTF8.self)
    }

    private static func value(of name: String) -> String? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { $0 > 0 ? Unicode.Scalar($0) : nil }.map { String($0) }
    }
}
