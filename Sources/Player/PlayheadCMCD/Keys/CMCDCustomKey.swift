/// A custom key: a name with a hyphenated prefix, which should be a domain name in reverse, such as `com.example-experiment`.
public struct CMCDCustomKey: Sendable, Hashable, CustomStringConvertible {
    /// The maximum length of a value in version 2, and of a name.
    static let maximumLength = 64

    /// The name.
    public let name: String

    /// Creates a key; `nil` for an invalid name.
    /// - Parameter name: A lowercase letter, followed by lowercase letters, digits, dots and hyphens; at least one hyphen between other
    ///   characters, and at most 64 characters.
    public init?(_ name: String) {
        guard Self.isValid(name) else { return nil }
        self.name = name
    }

    /// The name.
    public var description: String { name }

    /// Whether a name is that of a custom key, and representable in a structured field (RFC 9651 §3.1.2).
    static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        guard bytes.count <= maximumLength, let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
            return false
        }
        let hyphen = UInt8(ascii: "-")
        guard bytes.last != hyphen, bytes.contains(hyphen) else { return false }
        return bytes.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), hyphen: true
            default: false
            }
        }
    }
}
