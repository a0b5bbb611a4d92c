/// An attribute list (RFC 8216bis §4.2) from which parsers remove the attributes they know: the rest is unknown to the model.
struct AttributeList {
    /// The remaining attributes, in order.
    private(set) var rest: [Attribute] = []
    /// The problems of the list, in words.
    private(set) var problems: [String] = []

    /// The maximum number of attributes, far above that of any tag, because the comparison of names is quadratic.
    static let maximumAttributes = 128

    /// Parses a list. Values are substituted later, by `substitute`.
    init(_ bytes: [UInt8], _ range: Range<Int>?) {
        guard let range else { return }
        var position = range.lowerBound
        while position < range.upperBound {
            while position < range.upperBound, ASCII.isSpace(bytes[position]) || bytes[position] == ASCII.comma { position += 1 }
            let nameStart = position
            while position < range.upperBound, bytes[position] != ASCII.equals, bytes[position] != ASCII.comma { position += 1 }
            guard position > nameStart else { break }
            let name = String(decoding: bytes[nameStart..<position], as: UTF8.self).trimmingSpaces()
            guard position < range.upperBound, bytes[position] == ASCII.equals else {
                if problems.count < AttributeList.maximumAttributes { problems.append("attribute \(name) has no value") }
                continue
            }
            guard rest.count + problems.count < AttributeList.maximumAttributes else {
                problems.append("too many attributes; the rest is ignored")
                break
            }
            position += 1
            while position < range.upperBound, ASCII.isSpace(bytes[position]) { position += 1 }
            let attribute = AttributeList.value(named: name, bytes, &position, range.upperBound, &problems)
            // RFC 8216bis §4.2: a name must not appear twice. The first one counts.
            if rest.contains(where: { $0.name == name }) {
                problems.append("attribute \(name) appears twice; the first one is used")
            } else {
                rest.append(attribute)
            }
        }
    }

    private static func value(
        named name: String, _ bytes: [UInt8], _ position: inout Int, _ end: Int, _ problems: inout [String]
    ) -> Attribute {
        if position < end, bytes[position] == ASCII.quote {
            let start = position + 1
            position = start
            while position < end, bytes[position] != ASCII.quote { position += 1 }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            if position < end { position += 1 } else { problems.append("the value of \(name) lacks its closing quote") }
            while position < end, bytes[position] != ASCII.comma { position += 1 }
            return Attribute(name: name, value: text, isQuoted: true)
        }
        let start = position
        while position < end, bytes[position] != ASCII.comma { position += 1 }
        var text = String(decoding: bytes[start..<position], as: UTF8.self).trimmingSpaces()
        if text.utf8.contains(ASCII.quote) {
            problems.append("the value of \(name) contains quotes, which are removed")
            // By octets, because a combining character after a quote would change the character.
            text = String(decoding: text.utf8.filter { $0 != ASCII.quote }, as: UTF8.self)
        }
        return Attribute(name: name, value: text, isQuoted: false)
    }

    /// Substitutes variables where RFC 8216bis §4.3 allows them: in quoted strings and hexadecimal sequences.
    mutating func substitute(_ replace: (String) throws(PlaylistError) -> String) throws(PlaylistError) {
        for index in rest.indices where rest[index].isQuoted || rest[index].value.hasPrefix("0x") || rest[index].value.hasPrefix("0X") {
            rest[index].value = try replace(rest[index].value)
        }
    }

    /// Removes and returns an attribute.
    mutating func remove(_ name: String) -> Attribute? {
        guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
        return rest.remove(at: index)
    }

    /// Removes an attribute and returns its text.
    mutating func string(_ name: String) -> String? { remove(name)?.value }

    /// Removes an attribute and returns the result of `convert`; an invalid value is a problem, and counts as absent.
    mutating func value<Value>(_ name: String, _ convert: (String) -> Value?) -> Value? {
        guard let attribute = remove(name) else { return nil }
        guard let value = convert(attribute.value) else {
            problems.append("the value of \(name) is invalid")
            return nil
        }
        return value
    }

    /// Removes a required attribute and returns the result of `convert`.
    mutating func required<Value>(_ name: String, _ convert: (String) -> Value?) -> Value? {
        guard rest.contains(where: { $0.name == name }) else {
            problems.append("attribute \(name) is missing")
            return nil
        }
        return value(name, convert)
    }

    /// Removes a flag, `YES` or `NO`; nil if it is invalid or absent.
    mutating func optionalFlag(_ name: String) -> Bool? {
        value(name) { (text: String) -> Bool? in
            switch text {
            case "YES": true
            case "NO": false
            default: nil
            }
        }
    }

    /// Removes a flag, `YES` or `NO`; an absent one is `NO`.
    mutating func flag(_ name: String) -> Bool { optionalFlag(name) ?? false }

    /// Removes a required attribute and returns its text.
    mutating func required(_ name: String) -> String? {
        let value = string(name)
        if value == nil { problems.append("attribute \(name) is missing") }
        return value
    }

    /// Records a problem.
    mutating func addProblem(_ problem: String) { problems.append(problem) }
}
