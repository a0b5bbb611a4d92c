/// What a delta update leaves out (`EXT-X-SKIP`, RFC 8216bis §4.4.5.2).
public struct SkippedSegments: Sendable, Hashable {
    /// The number of segments that were left out, not below 0.
    public var count: Int
    /// Identifiers of the date ranges that were removed lately.
    public var recentlyRemovedDateRanges: [String]
    /// Attributes that the model has no field for.
    public var otherAttributes: [Attribute]

    /// Makes one.
    public init(count: Int, recentlyRemovedDateRanges: [String] = [], otherAttributes: [Attribute] = []) {
        self.count = count
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
        self.otherAttributes = otherAttributes
    }
}
