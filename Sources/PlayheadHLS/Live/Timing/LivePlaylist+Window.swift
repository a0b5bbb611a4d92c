extension LivePlaylist {
    /// How far from the end it is to be played, and when to load it again.
    public var timing: LiveTiming { LiveTiming(playlist) }

    /// Whether it can be played by its parts.
    public var hasParts: Bool { playlist.partTargetDuration != nil }

    /// The published end, in seconds on the timeline.
    /// - Parameter lowLatency: Whether parts are played.
    public func edge(lowLatency: Bool) -> Double { lowLatency && hasParts ? endOfParts : endOfSegments }

    /// Where the playhead may be put, in seconds on the timeline: from the beginning of the window to as near to the edge as playing may come
    /// (RFC 8216bis §6.3.3), or to the end of a stream that is complete.
    /// - Parameters:
    ///   - edge: The edge, smoothed or not; nil for the published one.
    ///   - lowLatency: Whether parts are played.
    public func seekableRange(edge: Double? = nil, lowLatency: Bool = false) -> ClosedRange<Double> {
        guard !playlist.isComplete else { return windowStart...max(windowStart, endOfSegments) }
        let end = (edge ?? self.edge(lowLatency: lowLatency)) - timing.targetLatency(lowLatency: lowLatency)
        return windowStart...max(windowStart, end)
    }

    /// Where to start playing, in seconds on the timeline: where `EXT-X-START` says (RFC 8216bis §4.4.2.2), else a live stream at the end of the seekable
    /// range and a complete one at its beginning.
    /// - Parameters: See `seekableRange(edge:lowLatency:)`.
    public func startPosition(edge: Double? = nil, lowLatency: Bool = false) -> Double {
        let range = seekableRange(edge: edge, lowLatency: lowLatency)
        guard let offset = playlist.start?.timeOffset else { return playlist.isComplete ? range.lowerBound : range.upperBound }
        let end = playlist.isComplete ? endOfSegments : edge ?? self.edge(lowLatency: lowLatency)
        return min(max(offset < 0 ? end + offset : windowStart + offset, range.lowerBound), range.upperBound)
    }
}
