import PlayheadCaptions
import PlayheadCore

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
