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

    /// The maximum length of a name, in characters, which keeps the pass linear.
    private static let maximumNameLength = 128
    private static let maximumDepth = 8

    private let bytes: UnsafeBufferPointer<UInt8>
    private var result: [UInt8] = []
    /// The end of the part of the text that was copied or removed.
    private var done = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// - Returns: The text, or `nil` if it has no secrets.
    mutating func run() -> String? {
        var index = 0
        // The two characters before `index`: user names follow "://" or "//".
        var before: (UInt8, UInt8) = (0, 0)
        var mayBeginName = false
        while index < bytes.count {
            if mayBeginName, let end = blankItem(at: index) {
                index = end
                mayBeginName = false
                continue
            }
            let unit = unit(at: index)
            if unit.byte == UInt8(ascii: "/"), before.1 == UInt8(ascii: "/"), before.0 != UInt8(ascii: "/") {
                blankUserInfo(at: unit.end)
            }
            before = (before.1, unit.byte)
            mayBeginName = Self.separates(unit.byte)
            index = max(unit.end, done)
        }
        guard done > 0 else { return nil }
        result.append(contentsOf: bytes[min(done, bytes.count)...])
        return String(decoding: result, as: UTF8.self)
    }

    /// Blanks the value of `name=value` at `start` if the name is that of a secret.
    /// - Returns: The end of the value, or `nil` if there is no secret.
    private mutating func blankItem(at start: Int) -> Int? {
        var name: [UInt8] = []
        var index = start
        while index < bytes.count, name.count <= Self.maximumNameLength {
            let unit = unit(at: index)
            index = unit.end
            if unit.byte == UInt8(ascii: "=") {
                guard !name.isEmpty, Secrets.isSecret(queryName: String(decoding: name, as: UTF8.self)) else { return nil }
                let end = endOfValue(at: index, depth: unit.depth)
                replace(index..<end, with: Secrets.blank)
                return end
            }
            guard !Self.separates(unit.byte), !Self.endsText(unit.byte) else { return nil }
            name.append(unit.byte)
        }
        return nil
    }

    /// Returns the end of a value: the end of the surrounding text, or a separator that is not encoded more often than the value's own `=`.
    private func endOfValue(at start: Int, depth: Int) -> Int {
        var index = start
        while index < bytes.count {
            let unit = unit(at: index)
            if unit.depth == 0, Self.endsText(unit.byte) || unit.byte == UInt8(ascii: "#") { break }
            if unit.depth <= depth, unit.byte == UInt8(ascii: "&") { break }
            index = unit.end
        }
        return index
    }

    /// Removes user name and password from the authority at `start`.
    private mutating func blankUserInfo(at start: Int) {
        var index = start
        var end: Int?
        while index < bytes.count {
            let unit = unit(at: index)
            if Self.endsAuthority(unit.byte) { break }
            index = unit.end
            if unit.byte == UInt8(ascii: "@") { end = index }
        }
        if let end { replace(start..<end, with: "") }
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
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "#"), UInt8(ascii: "/"), UInt8(ascii: "~"),
            UInt8(ascii: ","), UInt8(ascii: "|"), UInt8(ascii: "!"):
            true
        default: false
        }
    }

    /// Whether a URL in a text ends at this byte.
    private static func endsText(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x7F: true
        default: false
        }
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "&"): true
        default: endsText(byte)
        }
    }
}
