extension MediaPlaylist {
    /// Turns what the parser wrote as indexes of segments into sequence numbers, which begin where the playlist says.
    mutating func numberTags() {
        let first = mediaSequence.saturatingAdding(skipped?.count ?? 0)
        for index in dateRanges.indices { dateRanges[index].mediaSequence += first }
        for index in cueMarkers.indices { cueMarkers[index].mediaSequence += first }
        for index in unknownTags.indices { unknownTags[index].mediaSequence += first }
    }

    /// Numbers the segments anew, where the tags that say where to begin stand behind segments.
    /// - Parameter discontinuities: What to add to the discontinuity sequence numbers.
    mutating func renumberSegments(discontinuities: Int) {
        var number = mediaSequence.saturatingAdding(skipped?.count ?? 0)
        segments.modify(from: 0) { segment in
            segment.mediaSequence = number
            segment.discontinuitySequence += discontinuities
            number += 1
            return true
        }
        openSegment?.mediaSequence = number
        openSegment?.discontinuitySequence += discontinuities
    }

    /// Carries written dates on to the segments that have none: forwards, and backwards before the first one (RFC 8216bis §4.4.4.6).
    mutating func deriveProgramDateTimes() {
        deriveEarlierProgramDateTimes()
        guard let first = segments.first?.programDateTime else { return }
        var clock = first
        segments.modify(from: 0) { segment in
            if segment.programDateTimeText != nil, let date = segment.programDateTime { clock = date }
            segment.programDateTime = clock
            clock += segment.duration
            return true
        }
        if openSegment?.programDateTimeText == nil { openSegment?.programDateTime = clock }
    }

    /// Carries the first date back to the segments before it, which have none.
    mutating func deriveEarlierProgramDateTimes() {
        guard let first = segments.first ?? openSegment, first.programDateTime == nil else { return }
        let end = segments.firstIndex { $0.programDateTime != nil } ?? segments.endIndex
        guard var clock = end < segments.endIndex ? segments[end].programDateTime : openSegment?.programDateTime else { return }
        for index in (0..<end).reversed() {
            clock -= segments[index].duration
            segments[index].programDateTime = clock
        }
    }
}
