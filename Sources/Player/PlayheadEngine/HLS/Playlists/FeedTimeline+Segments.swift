import PlayheadHLS
import PlayheadMetadata

/// The segments of a playlist as the pipeline loads them.
extension FeedTimeline {
    /// Returns the segment at a cursor, or its replacement.
    func availability(at wanted: SegmentCursor) -> Availability {
        var place = wanted
        // The segment has left the window, or the origin has restarted.
        if place.epoch != epoch || place.sequence < live.firstMediaSequence { place = cursor(sequence: live.firstMediaSequence) }
        if let listed = segment(place.sequence) {
            guard place.part > 0 else { return .segment(whole(listed)) }
            // Parts are listed only for a while; then the whole segment has to be loaded again.
            if listed.parts.isEmpty { return .segment(whole(listed)) }
            if let part = part(place.part, of: listed, isOpen: false) { return .segment(part) }
            return availability(at: place.nextSegment)
        }
        if usesParts, place.sequence == live.nextMediaSequence {
            if let open = playlist.openSegment, let part = part(place.part, of: open, isOpen: true) { return .segment(part) }
            // Captions are small and not urgent: they are loaded once they are listed.
            if content != .captions, let hinted = hinted(at: place) { return .segment(hinted) }
        }
        return playlist.isComplete ? .ended : .later
    }

    /// Returns the whole segment that contains `time` (seconds on the timeline of the presentation), without waiting: the last one beyond
    /// the end, an earlier one if it is missing; `nil` if no such segment is listed.
    func segment(containing time: Double) -> Segment? {
        var place = cursor(at: time)
        place.part = 0
        place.sequence = min(place.sequence, live.nextMediaSequence.saturatingSubtracting(1))
        while place.sequence >= live.firstMediaSequence, case .segment(let segment) = availability(at: place) {
            if !segment.isGap { return segment }
            place.sequence -= 1
        }
        return nil
    }

    private func whole(_ listed: MediaSegment) -> Segment {
        let place = cursor(sequence: listed.mediaSequence)
        let start = listed.startTime + shift
        return Segment(
            cursor: place, next: place.nextSegment, start: start, duration: listed.duration, content: content,
            url: playlist.url(for: listed.uri),
            byteRange: listed.byteRange?.requested, discontinuity: listed.discontinuitySequence.saturatingAdding(discontinuityShift),
            initialization: listed.map.map { InitializationSegment($0, content: content, resolve: playlist.url(for:)) },
            encryption: SegmentEncryption(of: listed, resolve: playlist.url(for:)),
            date: date(of: listed, start: start, duration: listed.duration), isGap: listed.isGap)
    }

    private func part(_ index: Int, of listed: MediaSegment, isOpen: Bool) -> Segment? {
        guard listed.parts.indices.contains(index) else { return nil }
        let part = listed.parts[index]
        let isLast = !isOpen && index == listed.parts.count - 1
        var segment = whole(listed)
        segment.cursor.part = index
        if !isLast { segment.next = cursor(sequence: listed.mediaSequence, part: index + 1) }
        segment.start = start(of: segment.cursor)
        segment.duration = part.duration
        segment.url = playlist.url(for: part.uri)
        segment.byteRange = part.byteRange?.requested
        segment.date = index == 0 ? date(of: listed, start: segment.start, duration: part.duration) : nil
        segment.isGap = part.isGap
        segment.isPart = true
        return segment
    }

    /// Returns the part that the playlist hints (RFC 8216bis §4.4.5.3).
    private func hinted(at place: SegmentCursor) -> Segment? {
        // A hint does not describe changes that come with a new segment: its discontinuity, initialization section or key.
        guard !playlist.isComplete, let open = playlist.openSegment, place.part == open.parts.count,
            let hint = playlist.preloadHints.first(where: { $0.type == .part })
        else { return nil }
        var range: ByteRange?
        if let length = hint.byteRangeLength {
            range = ByteRange(offset: hint.byteRangeStart, length: length)
        } else if hint.byteRangeStart > 0 {
            // The length of an open range is unknown until the end of the segment, so the part is loaded once it is listed.
            return nil
        }
        var segment = whole(open)
        segment.cursor = place
        segment.next = cursor(sequence: place.sequence, part: place.part + 1)
        segment.start = end
        segment.duration = playlist.partTargetDuration ?? 1
        segment.url = playlist.url(for: hint.uri)
        segment.byteRange = range?.requested
        segment.date = place.part == 0 ? date(of: open, start: segment.start, duration: segment.duration) : nil
        segment.isGap = false
        segment.isPart = true
        segment.isHinted = true
        return segment
    }

    /// Returns the date of a segment in the playlist.
    private func date(of listed: MediaSegment, start: Double, duration: Double) -> ProgramDateTimeFacts? {
        guard let text = listed.programDateTimeText, let date = listed.programDateTime else { return nil }
        return ProgramDateTimeFacts(start: start, end: start + max(duration, listed.duration), date: date, text: text)
    }
}
