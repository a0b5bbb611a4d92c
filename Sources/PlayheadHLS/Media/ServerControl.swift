/// The capabilities of the server (`EXT-X-SERVER-CONTROL`, RFC 8216bis §4.4.3.8).
public struct ServerControl: Sendable, Hashable {
    /// The skip boundary of delta updates, in seconds from the end; nil if not supported.
    public var canSkipUntil: Double?
    /// Whether a delta update may skip date ranges too.
    public var canSkipDateRanges = false
    /// The recommended minimum distance from the end, in seconds.
    public var holdBack: Double?
    /// The recommended minimum distance from the end in low latency, in seconds.
    public var partHoldBack: Double?
    /// Whether a reload can block until a segment or part is available.
    public var canBlockReload = false
    /// The attributes without a field in the model.
    public var otherAttributes: [Attribute] = []

    /// Makes an empty instance.
    public init() {}
}
