/// A tag that the model has no field for, kept as it stands (RFC 8216bis §6.3.1 has clients ignore it).
public struct UnknownTag: Sendable, Hashable {
    /// The name without `#`, as `EXT-X-ASSET`.
    public var name: String
    /// What follows the colon; nil without one.
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
