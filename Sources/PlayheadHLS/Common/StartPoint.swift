/// Where playback is to start (`EXT-X-START`, RFC 8216bis §4.4.2.2).
public struct StartPoint: Sendable, Hashable {
    /// Seconds from the beginning of the playlist or, when negative, from its end.
    public var timeOffset: Double
    /// Whether samples of the first segment before the offset are to be left out.
    public var isPrecise: Bool

    /// Makes a start point.
    public init(timeOffset: Double, isPrecise: Bool = false) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
    }
}
