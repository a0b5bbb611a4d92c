/// Where a live stream goes on after a pause.
public struct LiveResume: Sendable, Hashable, Codable {
    /// Where to go on.
    public enum Place: Sendable, Hashable, Codable {
        /// Where it stood, as long as that can still be played.
        case inPlace
        /// At the live edge, if it stood so many seconds or more behind it.
        case liveEdge(ifBehind: Double)
    }

    /// A live stream without DVR, and the first start of any live stream; at the edge if 15 s behind, by default.
    public var live = Place.liveEdge(ifBehind: 15)
    /// A DVR stream; in place, by default.
    public var dvr = Place.inPlace

    /// Makes the defaults.
    public init() {}
}
