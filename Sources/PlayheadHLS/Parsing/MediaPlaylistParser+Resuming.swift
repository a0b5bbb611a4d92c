extension MediaPlaylistParser {
    /// Goes on behind a segment that is known already, with what applies there.
    /// - Parameters:
    ///   - segment: The last segment that is passed over.
    ///   - mark: Where its text ends.
    ///   - passedOver: How many segments are passed over behind the first.
    ///   - discontinuities: How many discontinuities are between the first segment and the end of this one.
    mutating func resume(behind segment: MediaSegment, at mark: TextMarks.Mark, passedOver: Int, discontinuities: Int) {
        self.passedOver = passedOver
        self.discontinuities = discontinuities
        takeState(of: segment)
        context.scanner.jump(to: mark.end, number: mark.line)
    }

    /// Lets what applied to the last segment that a delta update leaves out apply to the segments that follow (RFC 8216bis §6.2.5.1: the tags that were
    /// applied to skipped segments are left out with them).
    mutating func takeStateOfSkipped() {
        guard let count = playlist.skipped?.count, count > 0, let segment = knownSegment?(playlist.mediaSequence + count - 1) else {
            return
        }
        takeState(of: segment)
        nextDate = segment.programDateTime.map { $0 + segment.duration }
    }

    private mutating func takeState(of segment: MediaSegment) {
        keys = segment.keys
        map = segment.map
        // Segments that are sub-ranges have no bit rate; what applied before them is then unknown, unless nothing did.
        if segment.byteRange == nil { bitrate = segment.bitrate }
        segmentRange = PreviousRange(segment.byteRange, in: segment.uri)
        knowsPartRange = false
    }
}
