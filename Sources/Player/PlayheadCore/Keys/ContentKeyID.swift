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

extension ContentKeyID: Codable {
    /// Reads the form of a UUID.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = ContentKeyID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "An id of a key has 32 hexadecimal digits.")
        }
        self = id
    }

    /// Writes the form of a UUID.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
