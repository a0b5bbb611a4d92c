/// The point at which playback is to start (`EXT-X-START`, RFC 8216bis §4.4.2.2).
public struct StartPoint: Sendable, Hashable {
    /// The offset in seconds from the beginning of the playlist or, if negative, from its end.
    public var timeOffset: Double
    /// Whether samples of the first segment before the offset are to be skipped.
    public var isPrecise: Bool

    /// Makes a start point.
    public init(timeOffset: Double, isPrecise: Bool = false) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
    }
}
