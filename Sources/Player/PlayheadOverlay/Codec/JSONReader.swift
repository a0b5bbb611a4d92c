/// Parses JSON (RFC 8259) of untrusted origin: duplicate keys and numbers out of range are errors, and the depth is limited.
struct JSONReader {
    /// An error in a JSON text.
    struct Fault: Error, Hashable {
        var what: String
        /// The offset in bytes, from 0.
        var offset: Int
    }

    /// The maximum depth of nested arrays and objects.
    static let maximumDepth = 32

    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses a text that consists of a single value.
    static func value(of text: String) throws(Fault) -> JSONValue {
        var reader = JSONReader(Array(text.utf8))
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.index == reader.bytes.count else { throw reader.fault("something follows the value") }
        return value
    }

    private mutating func value(depth: Int) throws(Fault) -> JSONValue {
        guard depth <= Self.maximumDepth else { throw fault("it is deeper than \(Self.maximumDepth)") }
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        default: throw fault("a value is missing")
        }
    }

    private mutating func object(_ depth: Int) throws(Fault) -> JSONValue {
        index += 1
        var members: [JSONValue.Member] = []
        var keys: Set<String> = []
        skipSpace()
        if consume(UInt8(ascii: "}")) { return .object([]) }
        while true {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw fault("a key is missing") }
            let key = try string()
            guard keys.insert(key).inserted else { throw fault("a key appears twice") }
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw fault("':' is missing") }
            members.append(.init(key: key, value: try value(depth: depth + 1)))
            skipSpace()
            if consume(UInt8(ascii: "}")) { return .object(members) }
            guard consume(UInt8(ascii: ",")) else { throw fault("',' or '}' is missing") }
        }
    }

    private mutating func array(_ depth: Int) throws(Fault) -> JSONValue {
        index += 1
        var values: [JSONValue] = []
        skipSpace()
        if consume(UInt8(ascii: "]")) { return .array([]) }
        while true {
            values.append(try value(depth: depth + 1))
            skipSpace()
            if consume(UInt8(ascii: "]")) { return .array(values) }
            guard consume(UInt8(ascii: ",")) else { throw fault("',' or ']' is missing") }
        }
    }

    // MARK: Numbers and words

    private mutating func number() throws(Fault) -> JSONValue {
        let start = index
        _ = consume(UInt8(ascii: "-"))
        let startsWithZero = current == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, whole == 1 || !startsWithZero else { throw fault("a number is invalid") }
        var isInteger = true
        if consume(UInt8(ascii: ".")) {
            isInteger = false
            guard digits() > 0 else { throw fault("a number is invalid") }
        }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            isInteger = false
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            guard digits() > 0 else { throw fault("a number is invalid") }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger, let value = Int(text) { return .int(value) }
        guard let value = Double(text), value.isFinite else { throw fault("a number is too large") }
        return .double(value)
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index - start
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Fault) -> JSONValue {
        let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        guard matches else { throw fault("a value is missing") }
        index += word.utf8CodeUnitCount
        return value
    }

    // MARK: Texts

    private mutating func string() throws(Fault) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = current {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw fault("a string contains a control character")
            default: text.append(byte)
            }
        }
        throw fault("a string has no end")
    }

    private mutating func escape(into text: inout [UInt8]) throws(Fault) {
        guard let byte = current else { throw fault("a string has no end") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try escapedScalar()
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw fault("an escape is unknown")
        }
    }

    /// Parses the digits after `\u`; a surrogate pair consists of two escapes.
    private mutating func escapedScalar() throws(Fault) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), consume(UInt8(ascii: "\\")), consume(UInt8(ascii: "u")) else {
            throw fault("a surrogate is unpaired")
        }
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second), let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
            throw fault("a surrogate is unpaired")
        }
        return scalar
    }

    private mutating func hexadecimal() throws(Fault) -> UInt32 {
        let digits = 4
        let end = index + digits
        guard end <= bytes.count, bytes[index..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16)
        else { throw fault("an escape is not four digits") }
        index = end
        return value
    }

    // MARK: Bytes

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func consume(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private func fault(_ what: String) -> Fault { Fault(what: what, offset: index) }
}

/// A parsed JSON value.
indirect enum JSONValue: Sendable, Hashable {
    /// A member of an object.
    struct Member: Sendable, Hashable {
        var key: String
        var value: JSONValue
    }

    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONValue])
    /// An object without duplicate keys.
    case object([Member])
}
