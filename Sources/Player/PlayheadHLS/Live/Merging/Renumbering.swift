/// Other sequence numbers of known segments: an origin may number them again, for example when it ends the list, and several origins behind
/// one address may number them differently. Known URIs or equal dates identify the segments.
struct Renumbering {
    /// The number to add to those of the reload.
    let offset: Int

    /// Finds the numbers of a reload; nil if no segment is known, or the numbers are the same.
    init?(of new: MediaPlaylist, with live: LivePlaylist) {
        let known = live.playlist.segments
        guard new.skipped == nil, let first = new.segments.first, let firstKnown = known.first else { return nil }
        // Of two lists that overlap, one contains the first segment of the other.
        let pairs: [(MediaSegment?, MediaSegment?)] = [
            (Self.segment(first, in: known), first), (firstKnown, Self.segment(firstKnown, in: new.segments)),
        ]
        let offsets = pairs.compactMap { one, other -> Int? in
            guard let one, let other else { return nil }
            return one.mediaSequence.saturatingSubtracting(other.mediaSequence)
        }
        guard let offset = offsets.first(where: { Self.isConfirmed($0, new, live) }), offset != 0 else { return nil }
        self.offset = offset
    }

    /// Returns the only segment of a list that is the same as `segment`.
    private static func segment(_ segment: MediaSegment, in list: SegmentList) -> MediaSegment? {
        let same = list.lazy.filter { isSame($0, segment) }.prefix(2)
        return same.count == 1 ? same.first : nil
    }

    /// Whether most segments that both lists have are the same after renumbering.
    private static func isConfirmed(_ offset: Int, _ new: MediaPlaylist, _ live: LivePlaylist) -> Bool {
        let pairs = new.segments.lazy.compactMap { segment in
            live.segment(mediaSequence: segment.mediaSequence.saturatingAdding(offset)).map { ($0, segment) }
        }
        return pairs.filter { isSame($0, $1) }.count * 2 > pairs.count
    }

    /// Whether two segments with different numbers are the same. Unlike numbers, dates that were not written count too.
    private static func isSame(_ one: MediaSegment, _ other: MediaSegment) -> Bool {
        let duration = max(one.duration, other.duration)
        if let date = one.programDateTime, let before = other.programDateTime, abs(date - before) > duration { return false }
        return one.byteRange == other.byteRange && ReloadComparison.isSame(one, other, targetDuration: duration)
    }
}
