import PlayheadCore

/// A cache of the most recent thumbnails.
struct ThumbnailCache {
    private struct Entry {
        var keyFrame: KeyFrame
        var size: PictureSize
    }

    /// The maximum size of all pixels in bytes; one thumbnail is always kept.
    let limit: Int
    /// The entries, least recently used first.
    private var entries: [Entry] = []
    private var bytes = 0

    init(limit: Int = 16 << 20) { self.limit = limit }

    /// Returns the thumbnail that represents `time`, created for the same size.
    mutating func thumbnail(at time: Double, fitting size: PictureSize) -> Thumbnail? {
        let found = entries.lastIndex { entry in
            entry.size == size && entry.keyFrame.thumbnail.time <= time && time < entry.keyFrame.end
        }
        guard let found else { return nil }
        let entry = entries.remove(at: found)
        entries.append(entry)
        return entry.keyFrame.thumbnail
    }

    mutating func insert(_ keyFrame: KeyFrame, fitting size: PictureSize) {
        var keyFrame = keyFrame
        if let same = entries.firstIndex(where: { $0.size == size && $0.keyFrame.thumbnail.time == keyFrame.thumbnail.time }) {
            let old = entries.remove(at: same).keyFrame
            bytes -= old.thumbnail.pixels.count
            keyFrame.end = max(keyFrame.end, old.end)
        }
        entries.append(Entry(keyFrame: keyFrame, size: size))
        bytes += keyFrame.thumbnail.pixels.count
        while bytes > limit, entries.count > 1 { bytes -= entries.removeFirst().keyFrame.thumbnail.pixels.count }
    }
}
