import PlayheadCore

extension Player {
    /// Which picture of its thumbnails track (``ItemTrack/Kind/thumbnails``) shows the current item at a position; a view loads and crops it.
    ///
    /// The track is loaded once, with what all requests of the item carry.
    /// - Parameter position: Seconds, counted as in ``position``.
    /// - Returns: `nil` where the item has no such track, or that nothing for this position.
    /// - Throws: ``PlaybackError`` where the track can't be had.
    public func thumbnailReference(at position: Double) async throws -> ThumbnailReference? {
        guard let item = currentItem else { return nil }
        guard position.isFinite else { throw PlaybackError(.invalidValue, underlying: "\(position) is no position.") }
        let time = timeline.playbackTime(at: position)
        let references = try await entries(.thumbnails, of: item, in: item.thumbnails) { ThumbnailReference($0, from: $1) }
        return references.last { $0.range.contains(time) }
    }
}
