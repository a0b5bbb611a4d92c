extension MediaPlaylistParser {
    /// Continues after a known segment, with the state that applies there.
    /// - Parameters:
    ///   - segment: The last skipped segment.
    ///   - mark: The end of its text.
    ///   - passedOver: The number of segments skipped after the first.
    ///   - discontinuities: The number of discontinuities between the first segment and the end of this one.
    mutating func resume(behind segment: MediaSegment, at mark: TextMarks.Mark, passedOver: Int, discontinuities: Int) {
        self.passedOver = passedOver
        self.discontinuities = discontinuities
        takeState(of: segment)
        context.scanner.jump(to: mark.end, number: mark.line)
    }

    /// Applies the state of the last segment that a delta update skips to the following segments (RFC 8216bis §6.2.5.1: the tags of skipped
    /// segments are skipped with them).
    mutating func applyStateOfSkipped() {
        guard let count = playlist.skipped?.count, count > 0, let segment = knownSegment?(playlist.mediaSequence + count - 1) else {
            return
        }
        takeState(of: segment)
        nextDate = segment.programDateTime.map { $0 + segment.duration }
    }

    private mutating func takeState(of segment: MediaSegment) {
        keys = segment.keys
        map = segment.map
        // Sub-ranges have no bit rate; the bit rate before them is then unknown, unless there was none.
        if segment.byteRange == nil { bitrate = segment.bitrate }
        segmentRange = PreviousRange(segment.byteRange, in: segment.uri)
        knowsPartRange = false
    }
}
