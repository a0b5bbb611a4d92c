/// Parses the text of a dialogue line, row by row.
struct ClosedCaptionReader {
    private(set) var rows: [ClosedCaptionEvent.Row] = []
    private(set) var alignment: Int?

    private var properties = CueMarkupWriter()
    private var plain: [UInt8] = []
    private var hasText = false
    private var x: Double?
    private var y: Double?

    /// Parses a text; afterwards ``rows`` contains the rows with text.
    mutating func read(_ text: ArraySlice<UInt8>) {
        let lastEnd = text.lastIndex(of: ASCII.closingBrace) ?? text.startIndex
        var rest = text
        while let byte = rest.first {
            let next = rest.dropFirst().first
            // A brace without a closing one is text.
            if byte == ASCII.openingBrace, rest.startIndex < lastEnd, let close = rest.firstIndex(of: ASCII.closingBrace) {
                flush()
                for code in OverrideCode.parse(rest[(rest.startIndex + 1)..<close]) { handle(code) }
                rest = rest[(close + 1)...]
            } else if byte == ASCII.backslash, let next, let width = handleEscape(next) {
                rest = rest.dropFirst(width)
            } else {
                plain.append(byte)
                rest = rest.dropFirst()
            }
        }
        endRow()
    }

    /// Handles the character after a backslash; returns `nil` if it is not an escape.
    private mutating func handleEscape(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "N"), UInt8(ascii: "n"): endRow()
        case UInt8(ascii: "h"): plain += Array("\u{A0}".utf8)
        case ASCII.openingBrace, ASCII.closingBrace, ASCII.backslash: plain.append(byte)
        default: return nil
        }
        return 2
    }

    private mutating func handle(_ code: OverrideCode) {
        switch code {
        case .alignment(let place): alignment = alignment ?? place
        case .position(let x, let y): (self.x, self.y) = (x, y)
        case .italic(let isOn): properties.set(.italic, isOn ? [] : nil)
        case .bold(let isOn): properties.set(.bold, isOn ? [] : nil)
        case .underline(let isOn): properties.set(.underline, isOn ? [] : nil)
        // White is the default colour of captions.
        case .color(let color): properties.set(.color, color.flatMap { $0 == .white ? nil : [$0.rawValue] })
        }
    }

    private mutating func flush() {
        // 0xC2 0xA0 is the space of \h; no letter consists of these two bytes.
        hasText = hasText || plain.contains { !ASCII.isWhitespace($0) && $0 != 0xC2 && $0 != 0xA0 }
        properties.text(plain[...].text)
        plain = []
    }

    private mutating func endRow() {
        while plain.last == ASCII.space { plain.removeLast() }
        flush()
        let markup = properties.endLine()
        if hasText { rows.append(ClosedCaptionEvent.Row(x: x, y: y, markup: markup)) }
        (hasText, x, y) = (false, nil, nil)
    }
}
