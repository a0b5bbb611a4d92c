import PlayheadCaptions
import PlayheadCore
import PlayheadEngine

/// A part of an item with a title.
public struct Chapter: Sendable, Hashable {
    /// The title, on one line.
    public var title: String
    /// The start and end, as positions in seconds.
    public var range: TimeRange

    /// Creates a chapter.
    public init(title: String, range: TimeRange) {
        self.title = title
        self.range = range
    }

    init(_ cue: CaptionCue) { self.init(title: Self.line(cue.text), range: TimeRange(start: cue.startTime, end: cue.endTime)) }

    init(_ inside: MediaProbe.ChapterInfo) {
        self.init(title: Self.line(inside.title), range: TimeRange(start: inside.start, end: inside.end))
    }

    private static func line(_ text: String) -> String {
        let longest = 200
        return String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(longest))
    }
}
