/// A single pass over a text that removes secrets.
struct SecretBlanker {
    /// A character of the text after resolving percent-encoding (RFC 3986 §2.1).
    private struct Unit {
        var byte: UInt8
        /// The number of times that it was encoded.
        var depth: Int
        /// The start of the next unit.
        var end: Int
    }

    /// The maximum length of a name of a harmless parameter.
    private static let maximumNameLength = 32
    /// The length from which a query item without a name is a secret, and not a flag.
    private static let minimumTokenLength = 12
    private static let maximumDepth = 8

    private let bytes: UnsafeBufferPointer<UInt8>
    private var result: [UInt8] = []
    /// The end of the part of the text that was copied or removed.
    private var done = 0
    /// The last eight characters.
    private var recent: UInt64 = 0
    /// Whether the word contains a path.
    private var hasPath = false
    /// Whether the word contains the URL of a file, in whose path every character is that of a name.
    private var isFile = false
    /// Whether the word was searched for the end of a password that is not encoded.
    private var isSearched = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// - Returns: The text, or `nil` if it has no secrets.
    mutating func run() -> String? {
        var index = 0
        var separator: Unit?
        while index < bytes.count {
            if let start = separator, let end = blankItem(at: index, after: start) {
                index = end
                separator = nil
                continue
            }
            let unit = unit(at: index)
            if unit.byte == UInt8(ascii: "/") {
                // User names follow "://" or "//".
                if recent & 0xFF == UInt64(unit.byte), recent >> 8 & 0xFF != UInt64(unit.byte) { blankUserInfo(at: unit) }
                hasPath = true
            } else if ends(unit) {
                (hasPath, isFile, isSearched) = (false, false, false)
            }
            recent = recent << 8 | UInt64(unit.byte)
            separator = Self.separates(unit.byte) ? unit : nil
            index = max(unit.end, done)
        }
        guard done > 0 else { return nil }
        result.append(contentsOf: bytes[min(done, bytes.count)...])
        return String(decoding: result, as: UTF8.self)
    }

    /// Blanks the value of `name=value` at `start`, or a query item without a name.
    /// - Returns: The end of the value, or `nil` if there is no secret.
    private mutating func blankItem(at start: Int, after separator: Unit) -> Int? {
        let isInPath = Self.isOfPath(separator.byte)
        guard !isInPath || !isFile else { return nil }
        var name: [UInt8] = []
        var index = start
        while index < bytes.count {
            let unit = unit(at: index)
            if unit.byte == UInt8(ascii: "=") { return blankValue(at: unit, name: name, isInPath: isInPath) }
            if ends(unit) || Self.separates(unit.byte) && (isInPath || !Self.isOfPath(unit.byte)) { break }
            index = unit.end
            if name.count <= Self.maximumNameLength { name.append(unit.byte) }
        }
        let isQuery = separator.byte == UInt8(ascii: "?") || separator.byte == UInt8(ascii: "&")
        guard isQuery, hasPath, index - start >= Self.minimumTokenLength else { return nil }
        replace(start..<trimmed(start..<index), with: Secrets.blank)
        return index
    }

    /// Blanks the value after the character `sign`, unless it is harmless, or the padding of Base64.
    private mutating func blankValue(at sign: Unit, name: [UInt8], isInPath: Bool) -> Int? {
        let plain = bytes[sign.end...].prefix { $0 == UInt8(ascii: "=") }
        if endsItem(at: plain.endIndex, isInPath: isInPath) { return nil }
        let value = bytes[sign.end...].prefix { Secrets.isPlain($0) }
        if endsItem(at: value.endIndex, isInPath: isInPath), Secrets.isHarmless(name: name, length: value.count) { return nil }
        let end = endOfValue(at: sign.end, depth: sign.depth, isInPath: isInPath)
        replace(sign.end..<trimmed(sign.end..<end), with: Secrets.blank)
        return end
    }

    /// Whether a value ends before the character at `start`.
    private func endsItem(at start: Int, isInPath: Bool) -> Bool {
        guard let byte = bytes[start...].first(where: { !Self.closes($0) }) else { return true }
        return Self.endsText(byte) || Self.separates(byte) && (isInPath || !Self.isOfPath(byte))
    }

    /// Returns the end of a value: the end of the word, or a separator that is not encoded more often than the value's own `=`. That of a value
    /// in a path is the end of the path, because values may contain slashes.
    private func endOfValue(at start: Int, depth: Int, isInPath: Bool) -> Int {
        var index = start
        while index < bytes.count {
            let unit = unit(at: index)
            if ends(unit) { break }
            if unit.depth <= depth, Self.separates(unit.byte), !Self.isOfPath(unit.byte), isInPath || unit.byte != UInt8(ascii: "?") {
                break
            }
            index = unit.end
        }
        return index
    }

    /// Returns the end of a value without the punctuation that follows a URL in a text.
    private func trimmed(_ range: Range<Int>) -> Int {
        var end = range.upperBound
        let backslashes = bytes[range].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        // The escape of a quotation mark in JSON.
        if end < bytes.count, bytes[end] == UInt8(ascii: "\""), backslashes % 2 == 1 { end -= 1 }
        while end > range.lowerBound, Self.closes(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// Removes user name and password from the authority after `slash`.
    private mutating func blankUserInfo(at slash: Unit) {
        // "file:/", in small letters.
        if recent & 0xFFFF_FFFF_FFFF | 0x2020_2020_2020 == 0x6669_6C65_3A2F { isFile = true }
        var index = slash.end
        var end: Int?
        // A password with a slash that is not encoded looks like a port that is not a number.
        var isPort: Bool?
        var isPassed = false
        while index < bytes.count {
            let unit = unit(at: index)
            if ends(unit) { break }
            if unit.depth <= slash.depth {
                if Self.endsAuthority(unit.byte), !isPassed {
                    guard end == nil, isPort == false, !isSearched else { break }
                    (isPassed, isSearched) = (true, true)
                }
                switch unit.byte {
                case UInt8(ascii: ":"): isPort = true
                case UInt8(ascii: "]"): isPort = nil
                case UInt8(ascii: "0")...UInt8(ascii: "9"): break
                default: isPort = isPort.map { _ in false }
                }
            }
            index = unit.end
            if unit.depth <= slash.depth, unit.byte == UInt8(ascii: "@") { end = index }
        }
        if let end { replace(slash.end..<end, with: "") }
    }

    private mutating func replace(_ range: Range<Int>, with text: String) {
        guard !range.isEmpty, range.lowerBound >= done else { return }
        result.append(contentsOf: bytes[done..<range.lowerBound])
        result.append(contentsOf: text.utf8)
        done = range.upperBound
    }

    /// Returns the character at `index`, which is within the text.
    private func unit(at index: Int) -> Unit {
        var unit = Unit(byte: bytes[index], depth: 0, end: index + 1)
        while unit.byte == UInt8(ascii: "%"), unit.depth < Self.maximumDepth, unit.end + 1 < bytes.count,
            let high = Self.digit(bytes[unit.end]), let low = Self.digit(bytes[unit.end + 1])
        {
            unit = Unit(byte: high << 4 | low, depth: unit.depth + 1, end: unit.end + 2)
        }
        return unit
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether the name of an item may follow. Some content networks include tokens in the path.
    private static func separates(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"): true
        default: isOfPath(byte)
        }
    }

    /// Whether the byte separates items of a path.
    private static func isOfPath(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: ";") }

    /// Whether a word of the text ends before a character. Apostrophes, which may be part of a URL, do not end it.
    private func ends(_ unit: Unit) -> Bool { unit.depth == 0 && Self.endsText(unit.byte) }

    private static func endsText(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09...0x0D, 0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): true
        default: false
        }
    }

    /// Whether the byte may follow a URL in a text.
    private static func closes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"): true
        default: false
        }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
