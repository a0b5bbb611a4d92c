/// The id of a content key (`KID`, ISO/IEC 23001-7): 16 octets, by which encrypted samples name their key.
public struct ContentKeyID: Sendable, Hashable, CustomStringConvertible {
    /// The number of octets.
    public static let size = 16
    /// The octets.
    public let octets: [UInt8]

    /// Creates an id; `nil` unless there are 16 octets.
    public init?(_ octets: some Collection<UInt8>) {
        guard octets.count == Self.size else { return nil }
        self.octets = Array(octets)
    }

    /// Reads 32 hexadecimal digits, with or without hyphens; `nil` for any other text.
    public init?(_ text: String) {
        guard let octets = [UInt8](hexadecimal: text) else { return nil }
        self.init(octets)
    }

    /// The id in the form of a UUID.
    public var description: String {
        let digits = octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let lengths = [4, 2, 2, 2, 6]
        var start = 0
        return lengths.map { length in
            defer { start += length }
            return digits.dropFirst(start).prefix(length).joined()
        }.joined(separator: "-")
    }
}
