import PlayheadCaptions
import PlayheadCore

/// A part of an item with a title of its own.
public struct Chapter: Sendable, Hashable {
    /// What it is called: one line.
    public var title: String
    /// From when to when it goes, as positions in seconds.
    public var range: TimeRange

    /// Makes a chapter.
    public init(title: String, range: TimeRange) {
        self.title = title
        self.range = range
    }

    init(_ cue: CaptionCue) {
        let longest = 200
        let words = cue.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.init(title: String(words.prefix(longest)), range: TimeRange(start: cue.startTime, end: cue.endTime))
    }
}

extension Player {
    /// The chapters of the current item, in order: what its chapters track (``ItemTrack/Kind/chapters``) says. It is loaded once, with what all
    /// requests of the item carry.
    /// - Returns: Nothing where the item has no such track.
    /// - Throws: ``PlaybackError`` where the track can't be had.
    public func chapters() async throws -> [Chapter] {
        guard let item = currentItem else { return [] }
        let chapters = try await entries(.chapters, of: item, in: item.chapters) { cue, _ in Chapter(cue) }
        return chapters.sorted { $0.range.start < $1.range.start }
    }
}
