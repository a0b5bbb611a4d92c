/// A part of a segment that low-latency players load before the segment is complete (`EXT-X-PART`, RFC 8216bis §4.4.4.9).
public struct PartialSegment: Sendable, Hashable {
    /// Where it is, as written.
    public var uri: String
    /// Its length in seconds.
    public var duration: Double
    /// Whether it begins with an independent frame.
    public var isIndependent: Bool
    /// Whether it is missing at the origin.
    public var isGap: Bool
    /// The part of the resource; nil for the whole.
    public var byteRange: ByteRange?
    /// Attributes that the model has no field for.
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
