extension LivePlaylist {
    /// The distance from the end at which the playlist is played, and its reload times.
    package var timing: LiveTiming { LiveTiming(playlist) }

    /// Whether the stream can be played by its parts: they are announced, and some are listed or hinted.
    package var hasParts: Bool {
        guard playlist.partTargetDuration != nil else { return false }
        if playlist.openSegment?.parts.isEmpty == false || playlist.preloadHints.contains(where: { $0.type == .part }) { return true }
        // Parts are listed for three target durations (RFC 8216bis §6.2.2), in which there may be many short segments.
        let recent = 16
        return playlist.segments.suffix(recent).contains { !$0.parts.isEmpty }
    }

    /// The published end.
    /// - Parameter lowLatency: Whether parts are played.
    /// - Returns: The end of the parts if parts are played and listed, otherwise the end of the segments, in seconds on the timeline.
    package func edge(lowLatency: Bool) -> Double { lowLatency && hasParts ? endOfParts : endOfSegments }

    /// Returns the range of valid playhead positions: from the beginning of the window to the minimum distance from the edge (RFC 8216bis
    /// §6.3.3), or to the end of a complete stream.
    /// - Parameters:
    ///   - edge: The edge, smoothed or not; nil for the published one.
    ///   - lowLatency: Whether parts are played.
    /// - Returns: The range, in seconds on the timeline.
    package func seekableRange(edge: Double? = nil, lowLatency: Bool = false) -> ClosedRange<Double> {
        guard !playlist.isComplete else { return windowStart...max(windowStart, endOfSegments) }
        let end = (edge ?? self.edge(lowLatency: lowLatency)) - timing.targetLatency(lowLatency: lowLatency)
        return windowStart...max(windowStart, end)
    }

    /// Returns the start position.
    /// - Parameters:
    ///   - edge: See `seekableRange(edge:lowLatency:)`.
    ///   - lowLatency: See `seekableRange(edge:lowLatency:)`.
    ///   - inherited: The start point of the multivariant playlist, which applies if the playlist itself has none.
    /// - Returns: The position of `EXT-X-START` (RFC 8216bis §4.4.2.2) in seconds on the timeline, otherwise for a live stream the end of the
    ///   seekable range and for a complete one its beginning.
    package func startPosition(edge: Double? = nil, lowLatency: Bool = false, inheriting inherited: StartPoint? = nil) -> Double {
        let range = seekableRange(edge: edge, lowLatency: lowLatency)
        guard let offset = (playlist.start ?? inherited)?.timeOffset else {
            return playlist.isComplete ? range.lowerBound : range.upperBound
        }
        let end = playlist.isComplete ? endOfSegments : edge ?? self.edge(lowLatency: lowLatency)
        return min(max(offset < 0 ? end + offset : windowStart + offset, range.lowerBound), range.upperBound)
    }
}
