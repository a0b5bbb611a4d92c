/// The latency of streams with low latency (RFC 8216bis, parts), and the limits of its control.
public struct LiveLatency: Sendable, Hashable {
    /// The target distance from the live edge in seconds, at least a part; `nil`, the default, follows the origin: `PART-HOLD-BACK` of
    /// `EXT-X-SERVER-CONTROL`, or three part targets.
    public var target: Double?
    /// The latency in seconds above which the playhead moves to the target instead of catching up, at least half a second above the target;
    /// `nil`, the default, never moves it.
    public var maximum: Double?
    /// The bounds of the playback rate that keeps the latency at rate 1; 0.96 to 1.05 by default. The pitch is kept. Bounds of 1 disable it.
    public var rates: ClosedRange<Double> = 0.96...1.05

    /// Creates the defaults.
    public init() {}
}

/// The point at which a live stream continues after a pause.
public struct LiveResume: Sendable, Hashable, Codable {
    /// A point to continue from.
    public enum Place: Sendable, Hashable, Codable {
        /// The paused position, as long as it can still be played.
        case inPlace
        /// The live edge, if the playhead is at least `ifBehind` seconds behind it.
        case liveEdge(ifBehind: Double)
    }

    /// For a live stream without DVR, and the first start of any live stream; by default at the edge if 15 s behind.
    public var live = Place.liveEdge(ifBehind: 15)
    /// For a DVR stream; by default in place.
    public var dvr = Place.inPlace

    /// Makes the defaults.
    public init() {}
}
