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
