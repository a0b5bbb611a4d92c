/// The goal of a seek.
enum SeekGoal: Sendable, Hashable {
    /// A position from a caller, in seconds.
    case position(Double)
    /// The beginning of an on-demand item or of a DVR window; the edge of a live stream.
    case start
    /// The live position.
    case liveEdge
}
