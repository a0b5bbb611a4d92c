import PlayheadHLS

/// A media playlist with the times at which its segments lie on the presentation's timeline.
struct FeedTimeline: Sendable {
    let playlist: MediaPlaylist

    init(_ playlist: MediaPlaylist) { self.playlist = playlist }

    var end: Double { playlist.duration }

    func segment(_ sequence: Int) -> MediaSegment? {
        let index = sequence - (playlist.segments.first?.mediaSequence ?? 0)
        return playlist.segments.indices.contains(index) ? playlist.segments[index] : nil
    }

    func cursor(at time: Double) -> SegmentCursor {
        var low = 0
        var high = playlist.segments.count
        while low < high {
            let middle = (low + high) / 2
            if playlist.segments[middle].endTime <= time { low = middle + 1 } else { high = middle }
        }
        let first = playlist.segments.first?.mediaSequence ?? 0
        return SegmentCursor(sequence: first + min(low, max(0, playlist.segments.count - 1)))
    }

    func start(of cursor: SegmentCursor) -> Double { segment(cursor.sequence)?.startTime ?? end }

    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor? {
        let before = playlist.segments.prefix { $0.mediaSequence < cursor.sequence }
        let found = before.last { !$0.isGap && $0.startTime <= time } ?? before.first { !$0.isGap }
        return found.map { SegmentCursor(sequence: $0.mediaSequence) }
    }

    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)] {
        (cursor.sequence..<cursor.sequence + count).compactMap(segment).map { ($0.duration, $0.byteRange?.length) }
    }

    func unit(at cursor: SegmentCursor) -> FetchUnit? {
        guard let segment = segment(cursor.sequence) else { return nil }
        return FetchUnit(
            cursor: SegmentCursor(sequence: cursor.sequence), next: cursor.nextSegment, segment: segment, start: segment.startTime,
            duration: segment.duration, url: playlist.url(for: segment.uri), byteRange: segment.byteRange, isGap: segment.isGap)
    }
}
