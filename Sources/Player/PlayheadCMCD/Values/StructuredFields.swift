import RawStructuredFieldValues

/// Dictionaries of structured fields (RFC 9651 §3.2), parsed and printed by member.
///
/// Members are parsed one by one, so that an error has the position and the key of its member, and the time is linear in the number of
/// members.
enum StructuredFields {
    /// A member of a dictionary.
    struct Member: Hashable {
        /// The key.
        var key: String
        /// The value.
        var value: CMCDValue
        /// The offset of the member in the text, in bytes.
        var position: Int
        /// Whether the member has parameters that the value does not contain: those of an inner list.
        var hasListParameters = false
    }

    /// An invalid member.
    struct Failure: Error, Hashable {
        /// The offset of the member in the text, in bytes.
        var position: Int
        /// The reason.
        var reason: String
    }

    /// The maximum length of a member, in bytes: the time of parsing grows with the square of the number of its parameters.
    static let maximumMember = 8192

    // MARK: Parsing

    /// Parses the members of a dictionary. A key that occurs again is listed again; its last member counts (RFC 9651 §4.2.2).
    /// - Throws: ``Failure`` for the first invalid member.
    static func members(of text: [UInt8]) throws(Failure) -> [Member] {
        var members: [Member] = []
        let pieces = split(text)
        // Leading and trailing spaces are skipped, and nothing is an empty dictionary.
        if pieces.count == 1, text.allSatisfy({ $0 == UInt8(ascii: " ") }) { return [] }
        for (index, range) in pieces.enumerated() {
            members.append(try member(text, range, isFirst: index == 0, isLast: index == pieces.count - 1))
        }
        return members
    }

    /// Parses a list; inner lists are left out.
    /// - Throws: ``Failure`` for an invalid text, and for one that is longer than ``maximumMember``.
    static func items(of text: [UInt8]) throws(Failure) -> [CMCDItem] {
        guard text.count <= maximumMember else { throw Failure(position: 0, reason: "The list is longer than \(maximumMember) bytes.") }
        do {
            var parser = StructuredFieldValueParser(text)
            return try parser.parseListFieldValue().compactMap { if case .item(let item) = $0 { CMCDItem(item) } else { nil } }
        } catch {
            throw Failure(position: 0, reason: reason(of: error, text[...]))
        }
    }

    private static func member(_ text: [UInt8], _ range: Range<Int>, isFirst: Bool, isLast: Bool) throws(Failure) -> Member {
        var range = range
        // Only spaces may surround the whole text; tabs too may surround a comma (RFC 9651 §4.2).
        while let byte = text[range].first, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") && !isFirst {
            range = (range.lowerBound + 1)..<range.upperBound
        }
        while let byte = text[range].last, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") && !isLast {
            range = range.lowerBound..<(range.upperBound - 1)
        }
        guard !range.isEmpty else { throw Failure(position: range.lowerBound, reason: "A member is empty.") }
        guard range.count <= maximumMember else {
            throw Failure(position: range.lowerBound, reason: "A member is longer than \(maximumMember) bytes.")
        }
        do {
            var parser = StructuredFieldValueParser(text[range])
            let parsed = try parser.parseDictionaryFieldValue()
            guard let (key, value) = parsed.first.map({ ($0.0, $0.1) }), parsed.count == 1 else {
                throw StructuredHeaderError.invalidDictionary
            }
            return Member(
                key: key, value: CMCDValue(value), position: range.lowerBound, hasListParameters: value.hasListParameters)
        } catch {
            throw Failure(position: range.lowerBound, reason: reason(of: error, text[range]))
        }
    }

    private static func reason(of error: any Error, _ member: ArraySlice<UInt8>) -> String {
        let shown = 64
        let text = String(decoding: member.prefix(shown), as: UTF8.self).filter { $0.isASCII && !$0.isNewline }
        return "\"\(text)\" is no structured field: \(error)."
    }

    /// Returns the ranges between the commas outside of strings; one, which is empty, for an empty text.
    private static func split(_ text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        /// The kind of string at the position: one of Unicode has no escapes by backslash (RFC 9651 §3.3.8).
        enum Place { case outside, string, escaped, unicode }
        var place = Place.outside
        var previous: UInt8 = 0
        for (index, byte) in text.enumerated() {
            switch place {
            case .outside:
                if byte == UInt8(ascii: ",") {
                    ranges.append(start..<index)
                    start = index + 1
                } else if byte == UInt8(ascii: "\"") {
                    place = previous == UInt8(ascii: "%") && isDisplayString(text, at: index) ? .unicode : .string
                }
            case .string: place = byte == UInt8(ascii: "\\") ? .escaped : byte == UInt8(ascii: "\"") ? .outside : .string
            case .escaped: place = .string
            case .unicode: if byte == UInt8(ascii: "\"") { place = .outside }
            }
            previous = byte
        }
        ranges.append(start..<text.count)
        return ranges
    }

    /// Whether the quote at `index` begins a text in Unicode: the percent sign before it begins a value and does not end a token.
    private static func isDisplayString(_ text: [UInt8], at index: Int) -> Bool {
        guard index >= 2 else { return true }
        return [UInt8(ascii: "="), UInt8(ascii: "("), UInt8(ascii: " ")].contains(text[index - 2])
    }

    // MARK: Printing

    /// Returns a member as text; `nil` if the value is not representable.
    static func text(_ key: String, _ value: CMCDValue) -> String? {
        guard let value = ItemOrInnerList(value) else { return nil }
        var serializer = StructuredFieldValueSerializer()
        var dictionary = OrderedMap<String, ItemOrInnerList>()
        dictionary[key] = value
        guard let bytes = try? serializer.writeDictionaryFieldValue(dictionary) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a string is representable: only printable ASCII characters (RFC 9651 §3.3.3).
    static func isRepresentable(_ string: String) -> Bool { string.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}

extension ItemOrInnerList {
    fileprivate var hasListParameters: Bool {
        if case .innerList(let list) = self { !list.rfc9651Parameters.isEmpty } else { false }
    }

    /// Returns the value for the serializer; `nil` if a number is out of range.
    fileprivate init?(_ value: CMCDValue) {
        switch value {
        case .item(let item):
            guard let item = Item(item) else { return nil }
            self = .item(item)
        case .list(let items):
            var list = BareInnerList()
            for item in items {
                guard let item = Item(item) else { return nil }
                list.append(item)
            }
            self = .innerList(InnerList(bareInnerList: list, parameters: OrderedMap<String, RFC9651BareItem>()))
        }
    }
}

extension Item {
    fileprivate init?(_ item: CMCDItem) {
        guard let bare = RFC9651BareItem(item.value) else { return nil }
        var parameters = OrderedMap<String, RFC9651BareItem>()
        for parameter in item.parameters {
            guard let value = RFC9651BareItem(parameter.value) else { return nil }
            parameters[parameter.name] = value
        }
        self.init(bareItem: bare, parameters: parameters)
    }
}

extension RFC9651BareItem {
    /// The limit of the integer part of a decimal number (RFC 9651 §3.3.2).
    private static let maximumDecimal = 999_999_999_999.0

    fileprivate init?(_ value: CMCDItem.Bare) {
        switch value {
        case .integer(let number): self = .integer(Int64(number))
        case .decimal(let number):
            // The conversion traps for other numbers.
            guard number.isFinite, number.magnitude <= Self.maximumDecimal, let decimal = try? PseudoDecimal(number) else { return nil }
            self = .decimal(decimal)
        case .boolean(let flag): self = .bool(flag)
        case .string(let text): self = .string(text)
        case .token(let text): self = .token(text)
        case .other: return nil
        }
    }
}

extension CMCDValue {
    fileprivate init(_ value: ItemOrInnerList) {
        switch value {
        case .item(let item): self = .item(CMCDItem(item))
        case .innerList(let list): self = .list(list.bareInnerList.map(CMCDItem.init))
        }
    }
}

extension CMCDItem {
    fileprivate init(_ item: Item) {
        self.init(Bare(item.rfc9651BareItem), item.rfc9651Parameters.map { Parameter($0.0, Bare($0.1)) })
    }
}

extension CMCDItem.Bare {
    fileprivate init(_ item: RFC9651BareItem) {
        switch item {
        case .bool(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(Int(number))
        case .decimal(let decimal):
            var number = Double(decimal.mantissa)
            for _ in 0..<(-Int(decimal.exponent)) { number /= 10 }
            self = .decimal(number)
        case .string(let text): self = .string(text)
        case .token(let text): self = .token(text)
        case .undecodedByteSequence(let text): self = .other(":\(text):")
        case .date(let seconds): self = .other("@\(seconds)")
        case .displayString(let text): self = .other(text)
        }
    }
}
