/// The text of a SubRip cue, converted to WebVTT: `<i>`, `<b>` and `<u>` are kept, `<font color>` becomes a class if WebVTT has one for the
/// colour, and override codes of Advanced SubStation Alpha (`{\an8}`, `{\i1}`) are parsed, as are its line breaks (`\N`) and no-break spaces
/// (`\h`). Other tags and codes are removed.
struct SubRipMarkup {
    /// The text.
    private(set) var webVTT = ""
    /// The position, as a digit of a number pad; `nil` if the text does not define it.
    private(set) var alignment: Int?

    private var writer = CueMarkupWriter()

    /// Parses a text.
    init(_ text: ArraySlice<UInt8>) {
        var rest = text
        var plain: [UInt8] = []
        while let byte = rest.first {
            if byte == ASCII.lessThan, let (tag, end) = Self.enclosed(rest, by: ASCII.greaterThan), handleTag(tag, &plain) {
                rest = rest[end...]
            } else if byte == ASCII.openingBrace, let (codes, end) = Self.enclosed(rest, by: ASCII.closingBrace), takeCodes(codes, &plain) {
                rest = rest[end...]
            } else if byte == ASCII.backslash, let character = Self.escapes[rest.dropFirst().first ?? 0] {
                plain += Array(character.utf8)
                rest.removeFirst(2)
            } else if byte == ASCII.ampersand, let reference = Self.reference(rest) {
                plain += Array(reference.text.utf8)
                rest = rest[reference.end...]
            } else {
                plain.append(byte)
                rest.removeFirst()
            }
        }
        flush(&plain)
        webVTT = writer.finish()
    }

    private static let escapes: [UInt8: String] = [UInt8(ascii: "N"): "\n", UInt8(ascii: "h"): "\u{A0}"]

    /// The maximum length of tags and codes; longer ones are text.
    private static let maximumTagLength = 200

    private static func enclosed(_ rest: ArraySlice<UInt8>, by end: UInt8) -> (content: ArraySlice<UInt8>, end: Int)? {
        guard let close = rest.prefix(maximumTagLength).firstIndex(of: end) else { return nil }
        return (rest[(rest.startIndex + 1)..<close], close + 1)
    }

    /// Returns a character reference with a semicolon; without one, `&` is a literal here.
    private static func reference(_ rest: ArraySlice<UInt8>) -> (text: String, end: Int)? {
        let bytes = Array(rest.prefix(40))
        guard let (text, end) = CharacterReferences.consume(bytes, at: 0), bytes[end - 1] == ASCII.semicolon else { return nil }
        return (text, rest.startIndex + end)
    }

    private mutating func flush(_ plain: inout [UInt8]) {
        writer.text(plain[...].text)
        plain = []
    }

    /// - Returns: False if it is text instead of a tag, as in `3 < 4 > 2`.
    private mutating func handleTag(_ tag: ArraySlice<UInt8>, _ plain: inout [UInt8]) -> Bool {
        let isEnd = tag.first == ASCII.slash
        let content = isEnd ? tag.dropFirst() : tag
        let name = content.prefix(while: ASCII.isLetterOrDigit).text.lowercased()
        guard ["i", "b", "u", "s", "font", "em", "strong", "br", "span", "p"].contains(name) else { return false }
        flush(&plain)
        switch name {
        case "i", "em": writer.set(.italic, isEnd ? nil : [])
        case "b", "strong": writer.set(.bold, isEnd ? nil : [])
        case "u": writer.set(.underline, isEnd ? nil : [])
        case "font": writer.set(.color, isEnd ? nil : Self.color(content).map { [$0] } ?? [])
        case "br": plain.append(ASCII.lineFeed)
        default: break
        }
        return true
    }

    /// Returns the class of a font tag's colour.
    private static func color(_ tag: ArraySlice<UInt8>) -> String? {
        let text = tag.text.lowercased()
        guard let attribute = text.firstRange(of: "color=") else { return nil }
        let value = text[attribute.upperBound...].drop { $0 == "\"" || $0 == "'" }.prefix { $0.isLetter || $0.isNumber || $0 == "#" }
        return CaptionColor(name: String(value))?.rawValue
    }

    private mutating func takeCodes(_ codes: ArraySlice<UInt8>, _ plain: inout [UInt8]) -> Bool {
        guard codes.first == ASCII.backslash else { return false }
        flush(&plain)
        for code in OverrideCode.parse(codes) {
            switch code {
            case .alignment(let place): alignment = alignment ?? place
            case .italic(let isOn): writer.set(.italic, isOn ? [] : nil)
            case .bold(let isOn): writer.set(.bold, isOn ? [] : nil)
            case .underline(let isOn): writer.set(.underline, isOn ? [] : nil)
            case .color(let color): writer.set(.color, color.map { [$0.rawValue] })
            case .position: break
            }
        }
        return true
    }
}
