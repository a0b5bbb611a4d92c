/// A token of a cue's text.
enum CueToken: Equatable {
    case text(String)
    case startTag(name: String, classes: [String], annotation: String?)
    case endTag(name: String)
    case timestamp([UInt8])
}

/// Splits a cue's text into tokens (WebVTT §6.4, "WebVTT cue text tokenizer").
struct CueTokenizer {
    private let input: [UInt8]
    private var position = 0

    init(_ input: [UInt8]) { self.input = input }

    /// Returns the next token; `nil` at the end.
    mutating func next() -> CueToken? {
        guard position < input.count else { return nil }
        guard input[position] == ASCII.lessThan else { return .text(text()) }
        position += 1
        return tag()
    }

    /// Returns the text up to the next tag or the end.
    private mutating func text() -> String {
        var result: [UInt8] = []
        while position < input.count, input[position] != ASCII.lessThan { appendCharacter(to: &result) }
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends a byte, or the expansion of a character reference.
    private mutating func appendCharacter(to result: inout [UInt8]) {
        if input[position] == ASCII.ampersand, let reference = CharacterReferences.consume(input, at: position) {
            result += Array(reference.text.utf8)
            position = reference.end
        } else {
            result.append(input[position])
            position += 1
        }
    }

    private mutating func tag() -> CueToken {
        switch input.indices.contains(position) ? input[position] : ASCII.greaterThan {
        case ASCII.slash:
            position += 1
            return .endTag(name: String(decoding: upToTagEnd(), as: UTF8.self))
        case ASCII.zero...ASCII.nine: return .timestamp(Array(upToTagEnd()))
        default: return startTag()
        }
    }

    /// Returns the rest of a tag and advances past its end.
    private mutating func upToTagEnd() -> ArraySlice<UInt8> {
        let start = position
        while position < input.count, input[position] != ASCII.greaterThan { position += 1 }
        defer { position = min(position + 1, input.count) }
        return input[start..<position]
    }

    private mutating func startTag() -> CueToken {
        let name = word()
        var classes: [String] = []
        while position < input.count, input[position] == ASCII.point {
            position += 1
            classes.append(word())
        }
        guard position < input.count, input[position] != ASCII.greaterThan else {
            position = min(position + 1, input.count)
            return .startTag(name: name, classes: classes, annotation: nil)
        }
        return .startTag(name: name, classes: classes, annotation: annotation())
    }

    /// Returns the text up to a period, white space or the end of the tag. A cue's text does not contain carriage returns.
    private mutating func word() -> String {
        let start = position
        while position < input.count {
            switch input[position] {
            case ASCII.tab, ASCII.lineFeed, ASCII.formFeed, ASCII.space, ASCII.point, ASCII.greaterThan:
                return String(decoding: input[start..<position], as: UTF8.self)
            default: position += 1
            }
        }
        return String(decoding: input[start...], as: UTF8.self)
    }

    /// Returns the rest of a start tag, with single spaces, and advances past its end.
    private mutating func annotation() -> String {
        var result: [UInt8] = []
        while position < input.count, input[position] != ASCII.greaterThan { appendCharacter(to: &result) }
        position = min(position + 1, input.count)
        let words = result.split(whereSeparator: ASCII.isWhitespace)
        return words.map(\.text).joined(separator: " ")
    }
}
