/// A tag without a field in the model, kept unchanged (RFC 8216bis §6.3.1 has clients ignore it).
public struct UnknownTag: Sendable, Hashable {
    /// The name without `#`, such as `EXT-X-ASSET`.
    public var name: String
    /// The text after the colon; nil without a colon.
    public var value: String?
    /// In a media playlist, the sequence number of the segment that follows the tag; 0 in a multivariant playlist.
    public var mediaSequence: Int

    /// Makes a tag.
    public init(name: String, value: String?, mediaSequence: Int = 0) {
        self.name = name
        self.value = value
        self.mediaSequence = mediaSequence
    }
}
