/// What the server can do for its clients (`EXT-X-SERVER-CONTROL`, RFC 8216bis §4.4.3.8).
public struct ServerControl: Sendable, Hashable {
    /// How far behind the end, in seconds, segments may be skipped in a delta update; nil when there are none.
    public var canSkipUntil: Double?
    /// Whether a delta update may leave out date ranges too.
    public var canSkipDateRanges = false
    /// The least distance from the end, in seconds, that a client should play at.
    public var holdBack: Double?
    /// The same in low-latency mode.
    public var partHoldBack: Double?
    /// Whether a reload can wait until a segment or part is there.
    public var canBlockReload = false
    /// Attributes that the model has no field for.
    public var otherAttributes: [Attribute] = []

    /// Makes an empty one.
    public init() {}
}
