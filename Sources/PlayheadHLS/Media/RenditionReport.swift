/// The state of another rendition's playlist (`EXT-X-RENDITION-REPORT`, RFC 8216bis §4.4.5.4).
public struct RenditionReport: Sendable, Hashable {
    /// The URI of the other media playlist, as written.
    public var uri: String
    /// The sequence number of its last segment.
    public var lastMediaSequence: Int?
    /// The index of the last partial segment of that segment.
    public var lastPart: Int?
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute]

    /// Makes a report.
    public init(uri: String, lastMediaSequence: Int? = nil, lastPart: Int? = nil, otherAttributes: [Attribute] = []) {
        self.uri = uri
        self.lastMediaSequence = lastMediaSequence
        self.lastPart = lastPart
        self.otherAttributes = otherAttributes
    }
}
