/// A part of an item with a title.
public struct Chapter: Sendable, Hashable, Codable {
    /// The title, on one line.
    public var title: String
    /// The start and end, as positions in seconds.
    public var range: TimeRange

    /// Creates a chapter.
    public init(title: String, range: TimeRange) {
        self.title = title
        self.range = range
    }

    /// Creates a chapter of a file, whose title becomes one line of limited length.
    package init(text: String, range: TimeRange) {
        let maximum = 200
        self.init(title: String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(maximum)), range: range)
    }
}
