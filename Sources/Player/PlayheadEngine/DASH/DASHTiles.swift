import PlayheadDASH

/// Tiles of thumbnails (DASH-IF IOP §6.2.6).
extension Representation {
    /// The columns and rows of the thumbnails in each image; `nil` for other content.
    var tiles: TileGrid? {
        guard mimeType?.lowercased().hasPrefix("image/") == true else { return nil }
        return (essentialProperties + supplementalProperties).lazy
            .compactMap { Scheme.thumbnailTiles.contains($0.scheme) ? TileGrid($0.value) : nil }.first
    }
}

extension DASHTimeline.Part {
    /// Returns the thumbnails in a segment, whose last ones may be behind the end of the period.
    func tiles(of segment: SegmentReference) -> TileGrid? {
        guard var tiles = representation.tiles else { return nil }
        tiles.start = start + table.start(of: segment)
        tiles.duration = table.end(of: segment) - table.start(of: segment)
        return tiles
    }
}

extension AdaptationSet {
    /// The representations of tiles of thumbnails, with the properties of the set, from the smallest thumbnails to the largest.
    var tiles: [Representation] {
        guard contentType == .image, unknownEssentialProperties.isEmpty else { return [] }
        return representations.map { representation in
            var own = representation
            own.essentialProperties += essentialProperties
            own.supplementalProperties += supplementalProperties
            return own
        }.filter { $0.tiles != nil && $0.protections.isEmpty }.sorted { $0.tileWidth < $1.tileWidth }
    }
}

extension Representation {
    /// The width of a thumbnail in pixels; 0 if it is unknown.
    var tileWidth: Int { (width ?? 0) / max(1, tiles?.columns ?? 1) }
}
