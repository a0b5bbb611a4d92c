/// A place on a timeline that stands out.
public struct TimelineMark: Sendable, Hashable {
    /// What is there.
    public enum Kind: Sendable, Hashable {
        /// A chapter begins.
        case chapter
        /// Ads are played.
        case ad
    }

    /// Where it is, as a position in seconds.
    public var position: Double
    /// What is there.
    public var kind: Kind
    /// What a chapter is called.
    public var title: String

    /// Makes a mark.
    public init(position: Double, kind: Kind, title: String = "") {
        self.position = position
        self.kind = kind
        self.title = title
    }
}
