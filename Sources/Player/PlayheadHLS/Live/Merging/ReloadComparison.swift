/// The relation of a reload to the known playlist.
struct ReloadComparison {
    /// The continuity of the reload.
    private(set) var continuity = PlaylistUpdate.Continuity.continuous
    /// Whether a known segment was replaced by another one.
    private(set) var contradicts = false
    /// Whether most segments that both list are the same, so that the numbers of the reload are those of the list.
    private(set) var isConfirmed = false
    /// Whether all segments that a delta update skips are known.
    private(set) var deltaFits = true

    /// A jump over more than this many seconds that no date confirms is not a gap: the origin restarted its numbers.
    private static let maximumGap = 86_400.0

    init(of reading: PlaylistText.Reading, with live: LivePlaylist) {
        let new = reading.playlist
        let known = live.firstMediaSequence..<live.nextMediaSequence
        guard let first = new.segments.first?.mediaSequence, let lastRead = new.segments.last?.mediaSequence else {
            compareEmpty(new, with: live)
            return
        }
        // Skipped segments are listed too.
        let last = reading.passedOver.isEmpty ? lastRead : max(lastRead, reading.passedOver.upperBound - 1)
        deltaFits = new.mediaSequence >= known.lowerBound && first <= known.upperBound && last.saturatingAdding(1) >= known.lowerBound
        if known.isEmpty { return }
        if first >= known.upperBound {
            compareBehind(new, first: first, with: live)
        } else if last < known.lowerBound {
            continuity = Self.isOlder(new, than: live) ? .stale : .restarted
        } else {
            compareOverlap(new, with: live)
            // A cache may have an older state: fewer segments at the end, or fewer parts after the same segments.
            if continuity == .continuous,
                last < known.upperBound - 1 || last == known.upperBound - 1 && Self.hasFewerParts(new, than: live.playlist)
            {
                continuity = .stale
            }
        }
        if continuity == .restarted { deltaFits = false }
    }

    /// Compares a list without segments: a delta update without changes, or an emptied list.
    private mutating func compareEmpty(_ new: MediaPlaylist, with live: LivePlaylist) {
        let next = new.mediaSequence.saturatingAdding(new.skipped?.count ?? 0)
        deltaFits = new.mediaSequence >= live.firstMediaSequence && next == live.nextMediaSequence
        if new.skipped == nil, !live.playlist.segments.isEmpty { continuity = .stale }
    }

    /// Compares a window that moved past all known segments.
    private mutating func compareBehind(_ new: MediaPlaylist, first: Int, with live: LivePlaylist) {
        let missing = first.saturatingSubtracting(live.nextMediaSequence)
        guard missing > 0, let last = live.playlist.segments.last, let segment = new.segments.first else { return }
        deltaFits = false
        if let date = segment.programDateTime, let before = last.programDateTime {
            let duration = date - before - last.duration
            if duration >= 0, duration <= Numbers.maximumTime {
                continuity = .gap(missing: missing, duration: duration)
                return
            }
        }
        let duration = Double(missing) * live.playlist.targetDuration
        continuity = duration <= Self.maximumGap ? .gap(missing: missing, duration: duration) : .restarted
    }

    private mutating func compareOverlap(_ new: MediaPlaylist, with live: LivePlaylist) {
        var compared = 0
        var contradictions = 0
        for segment in new.segments {
            guard let place = live.place(of: segment.mediaSequence) else { continue }
            compared += 1
            let before = live.playlist.segments[place]
            // What precedes a delta update determines dates that are not written, and is known only by its text.
            let isSame = Self.isSame(
                segment, before, targetDuration: live.playlist.targetDuration, onlyWrittenDates: new.skipped != nil)
            if !isSame { contradictions += 1 }
        }
        contradicts = contradictions > 0
        if contradictions * 2 > compared { continuity = .restarted }
        isConfirmed = compared > 0 && continuity == .continuous
    }

    /// The maximum difference between the dates of the same segment from two origins, in seconds.
    private static let dateTolerance = 0.1

    /// Whether two segments with the same number are the same: by their URIs, unless written dates contradict. Origins that sign URIs
    /// change them in each load, so the last path component with the duration, or the date with the duration, is sufficient.
    static func isSame(
        _ one: MediaSegment, _ other: MediaSegment, targetDuration: Double, onlyWrittenDates: Bool = false
    ) -> Bool {
        var datesAgree = false
        if let date = one.programDateTime, let before = other.programDateTime {
            let areWritten = one.programDateTimeText != nil && other.programDateTimeText != nil
            if areWritten, one.programDateTimeText != other.programDateTimeText, abs(date - before) > targetDuration { return false }
            datesAgree = (areWritten || !onlyWrittenDates) && abs(date - before) <= dateTolerance
        }
        if one.uri == other.uri { return true }
        guard abs(one.duration - other.duration) <= 0.001 else { return false }
        return datesAgree || lastPathComponent(one.uri) == lastPathComponent(other.uri)
    }

    /// Returns a URI without its query and fragment.
    static func path(_ uri: String) -> Substring { uri.prefix { $0 != "?" && $0 != "#" } }

    private static func lastPathComponent(_ uri: String) -> Substring {
        let path = path(uri)
        return path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
    }

    /// Whether a list that ends before the known window is an older state of it: its dates are older by as much as its numbers.
    private static func isOlder(_ new: MediaPlaylist, than live: LivePlaylist) -> Bool {
        guard let last = new.segments.last, let first = live.playlist.segments.first, let date = last.programDateTime,
            let known = first.programDateTime
        else { return false }
        let expected = Double(first.mediaSequence.saturatingSubtracting(last.mediaSequence)) * live.playlist.targetDuration
        return date < known && abs(known - date - expected) <= expected / 2 + 2 * live.playlist.targetDuration
    }

    private static func hasFewerParts(_ new: MediaPlaylist, than known: MediaPlaylist) -> Bool {
        let parts = new.openSegment?.parts ?? []
        let before = known.openSegment?.parts ?? []
        return parts.count < before.count && !new.hasEndList
            && zip(parts, before).allSatisfy { path($0.uri) == path($1.uri) && $0.byteRange == $1.byteRange }
    }
}
