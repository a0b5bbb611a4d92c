/// A mark on a timeline.
public struct TimelineMark: Sendable, Hashable {
    /// The kind of a mark.
    public enum Kind: Sendable, Hashable {
        /// The start of a chapter.
        case chapter
        /// An ad break.
        case ad
    }

    /// The position in seconds.
    public var position: Double
    /// The kind.
    public var kind: Kind
    /// The chapter's title.
    public var title: String

    /// Creates a mark.
    public init(position: Double, kind: Kind, title: String = "") {
        self.position = position
        self.kind = kind
        self.title = title
    }
}
