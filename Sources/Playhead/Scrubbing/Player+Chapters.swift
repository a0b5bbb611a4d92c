import PlayheadCaptions
import PlayheadCore

extension Player {
    /// Returns the chapters of the current item, in order: those of its chapters track (``ItemTrack/Kind/chapters``), or else of its file
    /// (``AssetProperty/chapters``). The track is loaded once, with the options of the item's requests.
    /// - Returns: The chapters; empty without such a track if the file has no chapters or is not open yet.
    /// - Throws: ``PlaybackError`` if the track failed to load.
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
