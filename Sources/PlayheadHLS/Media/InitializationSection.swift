/// What a parser of the container needs before the segments (`EXT-X-MAP`, RFC 8216bis §4.4.4.5). Immutable, and shared by the segments that it applies to.
public final class InitializationSection: Sendable, Hashable {
    /// Where it is, as written.
    public let uri: String
    /// The part of the resource; nil for the whole.
    public let byteRange: ByteRange?
    /// The keys that were in effect where the tag stands: they encrypt the section itself.
    public let keys: [EncryptionKey]
    /// Attributes that the model has no field for.
    public let otherAttributes: [Attribute]

    /// Makes a section.
    public init(uri: String, byteRange: ByteRange? = nil, keys: [EncryptionKey] = [], otherAttributes: [Attribute] = []) {
        self.uri = uri
        self.byteRange = byteRange
        self.keys = keys
        self.otherAttributes = otherAttributes
    }

    /// Whether two sections say the same.
    public static func == (one: InitializationSection, other: InitializationSection) -> Bool {
        one === other
            || (one.uri == other.uri && one.byteRange == other.byteRange && one.keys == other.keys
                && one.otherAttributes == other.otherAttributes)
    }

    /// Hashes what the section says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(uri)
        hasher.combine(byteRange)
        hasher.combine(keys)
    }
}
