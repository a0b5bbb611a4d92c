import PlayheadHLS
import PlayheadTransport

/// A media playlist on the timeline of the presentation: maps its segments to those of the pipeline.
struct FeedTimeline: Sendable {
    /// The result of a lookup of a cursor.
    enum Availability: Sendable {
        case segment(Segment)
        /// No segment is listed yet.
        case later
        /// No segment is listed, and none will follow.
        case ended
    }

    var live: LivePlaylist
    /// The content of the segments.
    var content = MediaContent.unknown
    /// The seconds to add to the timeline of the playlist to get the timeline of the presentation.
    var shift = 0.0
    /// The number to add to discontinuity sequence numbers of the playlist to get those of the presentation.
    var discontinuityShift = 0
    /// Whether dates and numbers agree on ``shift``.
    private(set) var isShiftConfirmed = false
    /// The number of restarts of the origin: cursors of an earlier epoch are invalid.
    var epoch = 0
    /// Whether parts were listed at the start.
    var hasLowLatency = false
    /// Whether parts are fetched as they are published.
    var usesParts = false

    /// The distance from the live edge that the app requests for low latency, in seconds; `nil` follows the origin.
    var requestedLatency: Double?
    /// The start point of the multivariant playlist; `nil` if it has none.
    var inheritedStart: StartPoint?

    var playlist: MediaPlaylist { live.playlist }

    /// The end of all that is listed, in seconds on the timeline of the presentation.
    var end: Double { (usesParts ? live.endOfParts : live.endOfSegments) + shift }
    /// The start of the window.
    var start: Double { live.windowStart + shift }

    /// The number of complete segments up to the end, and that of the parts behind them: they grow with each that is published.
    var reached: (segments: Int, parts: Int) { (live.nextMediaSequence, playlist.openSegment?.parts.count ?? 0) }

    /// Follows a reload whose parts have disappeared, as those of a replaced encoder without low latency do, or are back: segments alone
    /// need their distance from the end.
    mutating func followParts() {
        if hasLowLatency, !playlist.isComplete { usesParts = live.hasParts }
    }

    /// The target distance from the live edge, in seconds: in low latency as requested, but at least a part.
    var targetLatency: Double {
        let declared = live.timing.targetLatency(lowLatency: usesParts)
        guard usesParts, let requestedLatency, requestedLatency.isFinite else { return declared }
        return max(requestedLatency, playlist.partTargetDuration ?? declared)
    }

    func segment(_ sequence: Int) -> MediaSegment? { live.segment(mediaSequence: sequence) }

    // MARK: Positions

    func cursor(at time: Double) -> SegmentCursor {
        let time = time - shift
        var low = 0
        var high = playlist.segments.count
        while low < high {
            let middle = (low + high) / 2
            let segment = playlist.segments[middle]
            // A segment without a duration contains its start time.
            if segment.endTime <= time, segment.startTime < time { low = middle + 1 } else { high = middle }
        }
        if low == playlist.segments.count {
            if usesParts, let open = playlist.openSegment, time >= open.startTime {
                return cursor(sequence: live.nextMediaSequence, part: part(of: open, at: time))
            }
            // Beyond the end, a complete playlist returns the last segment, and a live playlist the next one.
            return cursor(sequence: live.nextMediaSequence.saturatingSubtracting(playlist.isComplete && low > 0 ? 1 : 0))
        }
        let segment = playlist.segments[low]
        return cursor(sequence: segment.mediaSequence, part: usesParts ? part(of: segment, at: time) : 0)
    }

    /// Returns the last part of `segment` at or before `time` at which decoding can start.
    private func part(of segment: MediaSegment, at time: Double) -> Int {
        var start = segment.startTime
        var best = 0
        for (index, part) in segment.parts.enumerated() {
            if start > time { break }
            if part.isIndependent { best = index }
            start += part.duration
        }
        return best
    }

    func cursor(sequence: Int, part: Int = 0) -> SegmentCursor {
        SegmentCursor(sequence: sequence, part: part, epoch: epoch)
    }

    func start(of cursor: SegmentCursor) -> Double {
        guard cursor.epoch == epoch else { return start }
        guard let segment = segment(cursor.sequence) ?? openSegment(cursor.sequence) else {
            return cursor.sequence < live.firstMediaSequence ? start : end
        }
        return segment.startTime + segment.parts.prefix(cursor.part).reduce(0) { $0 + $1.duration } + shift
    }

    private func openSegment(_ sequence: Int) -> MediaSegment? {
        usesParts && sequence == live.nextMediaSequence ? playlist.openSegment : nil
    }

    func earlier(than cursor: SegmentCursor, at time: Double) -> SegmentCursor? {
        let count = min(max(0, cursor.sequence.saturatingSubtracting(live.firstMediaSequence)), playlist.segments.count)
        // bounded: the line above limits it to the count of the list
        let before = playlist.segments[..<count]
        let found = before.last { !$0.isGap && $0.startTime + shift <= time } ?? before.first { !$0.isGap }
        return found.map { self.cursor(sequence: $0.mediaSequence) }
    }

    func upcoming(from cursor: SegmentCursor, count: Int) -> [(duration: Double, bytes: Int?)] {
        (cursor.sequence..<cursor.sequence.saturatingAdding(max(0, count))).compactMap(segment).map { segment in
            let bytesInKilobit = 125.0
            let bytes = segment.bitrate.map { Int(saturating: Double($0) * bytesInKilobit * segment.duration, rounding: .down) }
            return (segment.duration, segment.byteRange?.length ?? bytes)
        }
    }

    // MARK: Alignment with another rendition

    /// Returns the maximum error of the start of `cursor` that the rounding of durations causes; `nil` if the list is, or was,
    /// live, and its alignment is uncertain.
    func rounding(before cursor: SegmentCursor) -> Double? {
        guard isShiftConfirmed || playlist.isComplete && shift == 0 else { return nil }
        let count = min(max(0, cursor.sequence.saturatingSubtracting(live.firstMediaSequence)), playlist.segments.count)
        let isExact = { (unit: Double) in
            // bounded: the line above limits it to the count of the list
            playlist.segments[..<count].allSatisfy { abs(($0.duration / unit).rounded() * unit - $0.duration) < unit / 1000 }
        }
        let unit = [1, 0.1, 0.01, 0.001].first(where: isExact) ?? 0
        return Double(count) * unit / 2
    }

    /// Aligns the timeline with that of a rendition of the same stream.
    mutating func align(with reference: FeedTimeline) {
        shift = reference.shift + live.alignment(with: reference.live).offset
        isShiftConfirmed = live.isAlignmentConfirmed(with: reference.live)
        discontinuityShift = discontinuityShift(to: reference)
    }

    /// Renditions have the same discontinuity numbers (RFC 8216bis §6.2.4). Numbers after a restart of the origin depend on when the
    /// restart was detected, and on the window at that time.
    private func discontinuityShift(to reference: FeedTimeline) -> Int {
        guard live.discontinuityShift != 0 || reference.live.discontinuityShift != 0 else { return reference.discontinuityShift }
        func middle(of segment: MediaSegment) -> Double { segment.startTime + segment.duration / 2 + shift - reference.shift }
        let others = reference.playlist.segments
        guard let first = playlist.segments.first, let last = playlist.segments.last, let otherFirst = others.first,
            let otherLast = others.last
        else { return reference.discontinuityShift }
        let common = playlist.segments.last { reference.playlist.segment(at: middle(of: $0)) != nil }
        guard let common, let other = reference.playlist.segment(at: middle(of: common)) else {
            let isEarlier = middle(of: last) < otherFirst.startTime
            let number =
                isEarlier
                ? otherFirst.discontinuitySequence.saturatingSubtracting(1).saturatingSubtracting(last.discontinuitySequence)
                : otherLast.discontinuitySequence.saturatingAdding(1).saturatingSubtracting(first.discontinuitySequence)
            return number.saturatingAdding(reference.discontinuityShift)
        }
        return other.discontinuitySequence.saturatingSubtracting(common.discontinuitySequence)
            .saturatingAdding(reference.discontinuityShift)
    }

    /// Returns the discontinuity sequence number of the presentation at `cursor`.
    func discontinuity(at cursor: SegmentCursor) -> Int {
        let number = segment(cursor.sequence)?.discontinuitySequence ?? playlist.openSegment?.discontinuitySequence
        return (number ?? playlist.segments.last?.discontinuitySequence ?? 0).saturatingAdding(discontinuityShift)
    }

    /// The discontinuity sequence number of the first listed segment in the presentation; `nil` if no segment is listed.
    var firstDiscontinuity: Int? { playlist.segments.first?.discontinuitySequence.saturatingAdding(discontinuityShift) }
}
