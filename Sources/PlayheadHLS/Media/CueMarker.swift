/// An ad break as older packagers mark it (`EXT-X-CUE-OUT`, `EXT-X-CUE-OUT-CONT`, `EXT-X-CUE-IN`): in no standard, but in wide use.
public struct CueMarker: Sendable, Hashable {
    /// What it marks.
    public enum Kind: Sendable, Hashable {
        /// The break begins.
        case out
        /// The break goes on.
        case outContinued
        /// The program comes back.
        case `in`
    }

    /// What it marks.
    public var kind: Kind
    /// The break's length in seconds, when told.
    public var duration: Double?
    /// How much of the break is over, in seconds, when told.
    public var elapsed: Double?
    /// What follows the colon, as written; nil without one.
    public var text: String?
    /// The sequence number of the segment that follows the tag.
    public var mediaSequence: Int

    /// Makes a marker.
    public init(kind: Kind, duration: Double? = nil, elapsed: Double? = nil, text: String? = nil, mediaSequence: Int = 0) {
        self.kind = kind
        self.duration = duration
        self.elapsed = elapsed
        self.text = text
        self.mediaSequence = mediaSequence
    }
}
