/// A part of a segment that low-latency players load before the segment is complete (`EXT-X-PART`, RFC 8216bis §4.4.4.9).
public struct PartialSegment: Sendable, Hashable {
    /// The URI, as written.
    public var uri: String
    /// The duration in seconds.
    public var duration: Double
    /// Whether the part begins with an independent frame.
    public var isIndependent: Bool
    /// Whether the part is missing at the origin.
    public var isGap: Bool
    /// The byte range of the resource; nil for the whole resource.
    public var byteRange: ByteRange?
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute]

    /// Makes a partial segment.
    public init(
        uri: String, duration: Double, isIndependent: Bool = false, isGap: Bool = false, byteRange: ByteRange? = nil,
        otherAttributes: [Attribute] = []
    ) {
        self.uri = uri
        self.duration = duration
        self.isIndependent = isIndependent
        self.isGap = isGap
        self.byteRange = byteRange
        self.otherAttributes = otherAttributes
    }
}
