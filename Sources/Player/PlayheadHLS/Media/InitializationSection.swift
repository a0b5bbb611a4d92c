/// The data that a demuxer requires before the segments (`EXT-X-MAP`, RFC 8216bis §4.4.4.5). Immutable, and shared by the segments that it
/// applies to.
package final class InitializationSection: Sendable, Hashable {
    /// The URI, as written.
    package let uri: String
    /// The byte range of the resource; nil for the whole resource.
    package let byteRange: ByteRange?
    /// The keys in effect at the tag, which encrypt the section itself.
    package let keys: [EncryptionKey]
    /// The attributes without a field in the model.
    package let otherAttributes: [Attribute]

    /// Makes a section.
    package init(uri: String, byteRange: ByteRange? = nil, keys: [EncryptionKey] = [], otherAttributes: [Attribute] = []) {
        self.uri = uri
        self.byteRange = byteRange
        self.keys = keys
        self.otherAttributes = otherAttributes
    }

    /// Whether two sections have the same content.
    package static func == (one: InitializationSection, other: InitializationSection) -> Bool {
        one === other
            || (one.uri == other.uri && one.byteRange == other.byteRange && one.keys == other.keys
                && one.otherAttributes == other.otherAttributes)
    }

    /// Hashes the content.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(uri)
        hasher.combine(byteRange)
        hasher.combine(keys)
    }
}
