import PlayheadCaptions
import PlayheadCore
import PlayheadEngine

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

    init(_ cue: CaptionCue) { self.init(title: Self.line(cue.text), range: TimeRange(start: cue.startTime, end: cue.endTime)) }

    init(_ inside: MediaProbe.ChapterInfo) {
        self.init(title: Self.line(inside.title), range: TimeRange(start: inside.start, end: inside.end))
    }

    private static func line(_ text: String) -> String {
        let longest = 200
        return String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(longest))
    }
}

extension Player {
    /// The chapters of the current item, in order: what its chapters track (``ItemTrack/Kind/chapters``) says, or else its file (``AssetProperty/chapters``).
    /// The track is loaded once, with what all requests of the item carry.
    /// - Returns: Nothing where the item has no such track, and its file no chapters or is not open yet.
    /// - Throws: ``PlaybackError`` where the track can't be had.
    public func chapters() async throws -> [Chapter] {
        guard let item = currentItem else { return [] }
        guard item.entry.tracks.contains(where: { $0.kind == .chapters }) else {
            if case .loaded(let chapters) = item.asset.status(of: .chapters) { return chapters }
            return []
        }
        let chapters = try await entries(.chapters, of: item, in: item.chapters) { cue, _ in Chapter(cue) }
        return chapters.sorted { $0.range.start < $1.range.start }
    }
}
