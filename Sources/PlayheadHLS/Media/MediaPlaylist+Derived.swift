extension MediaPlaylist {
    /// Turns the parser's indexes into sequence numbers, which begin where the playlist says.
    mutating func numberSegments() {
        let first = mediaSequence + (skipped?.count ?? 0)
        for index in segments.indices {
            segments[index].mediaSequence = first + index
            segments[index].discontinuitySequence += discontinuitySequence
        }
        openSegment?.mediaSequence = first + segments.count
        openSegment?.discontinuitySequence += discontinuitySequence
        for index in dateRanges.indices { dateRanges[index].mediaSequence += first }
        for index in cueMarkers.indices { cueMarkers[index].mediaSequence += first }
        for index in unknownTags.indices { unknownTags[index].mediaSequence += first }
    }

    /// Carries written dates on to the segments that have none: forwards, and backwards before the first one (RFC 8216bis §4.4.4.6).
    mutating func deriveProgramDateTimes() {
        guard let first = segments.firstIndex(where: { $0.programDateTime != nil }) else {
            if let date = openSegment?.programDateTime { deriveBackwards(from: segments.endIndex, date: date) }
            return
        }
        if let date = segments[first].programDateTime { deriveBackwards(from: first, date: date) }
        var clock: Double?
        for index in first..<segments.endIndex {
            let date = segments[index].programDateTime ?? clock
            segments[index].programDateTime = date
            clock = date.map { $0 + segments[index].duration }
        }
        if openSegment != nil, openSegment?.programDateTime == nil { openSegment?.programDateTime = clock }
    }

    private mutating func deriveBackwards(from end: Int, date: Double) {
        var clock = date
        for index in segments[..<end].indices.reversed() {
            clock -= segments[index].duration
            segments[index].programDateTime = clock
        }
    }
}
