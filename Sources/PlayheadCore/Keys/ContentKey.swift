/// A content key (AES-128): 16 octets. It appears in no event, log or description.
public struct ContentKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of octets.
    public static let size = 16
    /// The octets.
    package let octets: [UInt8]

    /// Creates a key; `nil` unless there are 16 octets.
    public init?(_ octets: some Collection<UInt8>) {
        guard octets.count == Self.size else { return nil }
        self.octets = Array(octets)
    }

    /// Reads 32 hexadecimal digits; `nil` for any other text.
    public init?(_ text: String) {
        guard let octets = [UInt8](hexadecimal: text) else { return nil }
        self.init(octets)
    }

    /// The name of the type, without the octets.
    public var description: String { "ContentKey" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// No children: `dump` shows no octets.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension [UInt8] {
    /// Reads pairs of hexadecimal digits, with hyphens between them or without; `nil` for any other text.
    init?(hexadecimal text: String) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        let longest = 128
        guard digits.count.isMultiple(of: 2), text.utf8.count <= longest else { return nil }
        var octets: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
            guard pair.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }), let octet = UInt8(pair, radix: 16) else { return nil }
            octets.append(octet)
        }
        self = octets
    }
}
