/// The octets with a meaning in a playlist.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let numberSign = UInt8(ascii: "#")
    static let dollar = UInt8(ascii: "$")
    static let comma = UInt8(ascii: ",")
    static let minus = UInt8(ascii: "-")
    static let plus = UInt8(ascii: "+")
    static let point = UInt8(ascii: ".")
    static let zero = UInt8(ascii: "0")
    static let nine = UInt8(ascii: "9")
    static let colon = UInt8(ascii: ":")
    static let lessThan = UInt8(ascii: "<")
    static let equals = UInt8(ascii: "=")
    static let at = UInt8(ascii: "@")
    static let e = UInt8(ascii: "E")
    static let t = UInt8(ascii: "T")
    static let x = UInt8(ascii: "X")
    static let openingBrace = UInt8(ascii: "{")
    static let closingBrace = UInt8(ascii: "}")

    static func isSpace(_ byte: UInt8) -> Bool { byte == space || byte == tab || byte == carriageReturn }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= nine }
}

extension StringProtocol {
    /// Returns the text without surrounding spaces and tabs.
    func trimmingSpaces() -> String {
        var view = Substring(self)
        while let first = view.utf8.first, ASCII.isSpace(first) { view = Substring(view.utf8.dropFirst()) }
        while let last = view.utf8.last, ASCII.isSpace(last) { view = Substring(view.utf8.dropLast()) }
        return String(view)
    }
}
