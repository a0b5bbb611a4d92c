import PlayheadCore

extension Player {
    /// Returns the picture of the thumbnails track (``ItemTrack/Kind/thumbnails``) for a position; the view loads and crops the picture.
    ///
    /// The track is loaded once, with the options of the item's requests.
    /// - Parameter position: The position in seconds, as in ``position``.
    /// - Returns: The reference; `nil` without such a track, or if the track has no entry for this position.
    /// - Throws: ``PlaybackError`` if the track failed to load.
    public func thumbnailReference(at position: Double) async throws -> ThumbnailReference? {
        guard let item = currentItem else { return nil }
        guard position.isFinite else { throw PlaybackError(.invalidValue, underlying: "\(position) is not a valid position.") }
        let time = timeline.playbackTime(at: position)
        let references = try await entries(.thumbnails, of: item, in: item.thumbnails) { ThumbnailReference($0, from: $1) }
        return references.last { $0.range.contains(time) }
    }
}
