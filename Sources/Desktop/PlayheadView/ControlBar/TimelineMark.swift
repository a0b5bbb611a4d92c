/// A mark on a timeline.
package struct TimelineMark: Sendable, Hashable {
    /// The kind of a mark.
    package enum Kind: Sendable, Hashable {
        /// The start of a chapter.
        case chapter
        /// An ad break.
        case ad
    }

    /// The position in seconds.
    package var position: Double
    /// The kind.
    package var kind: Kind
    /// The chapter's title.
    package var title: String

    /// Creates a mark.
    package init(position: Double, kind: Kind, title: String = "") {
        self.position = position
        self.kind = kind
        self.title = title
    }
}
