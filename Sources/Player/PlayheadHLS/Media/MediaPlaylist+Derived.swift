extension MediaPlaylist {
    /// Converts the segment indexes that the parser assigned to tags into sequence numbers.
    mutating func numberTags() {
        let first = mediaSequence.saturatingAdding(skipped?.count ?? 0)
        for index in dateRanges.indices { dateRanges[index].mediaSequence += first }
        for index in cueMarkers.indices { cueMarkers[index].mediaSequence += first }
        for index in unknownTags.indices { unknownTags[index].mediaSequence += first }
    }

    /// Renumbers the segments if the tags with the first numbers are after segments.
    /// - Parameter discontinuities: The correction of the discontinuity sequence numbers.
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

    /// Adds a number to the sequence numbers of all segments and tags.
    mutating func shiftNumbers(by offset: Int) {
        guard offset != 0 else { return }
        mediaSequence = mediaSequence.saturatingAdding(offset)
        segments.modify(from: 0) { segment in
            segment.shiftNumber(by: offset)
            return true
        }
        openSegment?.shiftNumber(by: offset)
        for index in dateRanges.indices { dateRanges[index].mediaSequence = dateRanges[index].mediaSequence.saturatingAdding(offset) }
        for index in cueMarkers.indices { cueMarkers[index].mediaSequence = cueMarkers[index].mediaSequence.saturatingAdding(offset) }
        for index in unknownTags.indices { unknownTags[index].mediaSequence = unknownTags[index].mediaSequence.saturatingAdding(offset) }
    }

    /// Propagates written dates to the segments that have none: forwards, and backwards before the first one (RFC 8216bis §4.4.4.6).
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

    /// Propagates the first date back to the segments before it, which have none.
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
