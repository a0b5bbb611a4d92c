/// The segments that a delta update skips (`EXT-X-SKIP`, RFC 8216bis §4.4.5.2).
public struct SkippedSegments: Sendable, Hashable {
    /// The number of skipped segments, not below 0.
    public var count: Int
    /// The identifiers of recently removed date ranges.
    public var recentlyRemovedDateRanges: [String]
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute]

    /// Makes an instance.
    public init(count: Int, recentlyRemovedDateRanges: [String] = [], otherAttributes: [Attribute] = []) {
        self.count = count
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
        self.otherAttributes = otherAttributes
    }
}
