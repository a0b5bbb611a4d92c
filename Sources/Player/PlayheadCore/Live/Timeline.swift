/// The kind of the stream, its playhead, its end and its window, at one moment.
///
/// Positions are those of the API and of events: for on-demand streams seconds from the beginning; for live streams seconds from the start
/// of this playback; for DVR streams seconds from the live end, 0 or less.
public struct Timeline: Sendable, Hashable {
    /// The kind of a stream. It may change from `live` to `dvr` as its window grows, and to `onDemand` when an event ends; never back.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A stream with a beginning and an end.
        case onDemand
        /// A stream without an end and with little or no range to seek in.
        case live
        /// A stream without an end and with a window to seek in.
        case dvr
    }

    /// The kind of the stream.
    public internal(set) var kind = Kind.onDemand
    /// The time of this state, in seconds of the monotonic clock.
    public internal(set) var time = 0.0

    // Times on the playback's own timeline, in seconds.

    /// The playhead.
    package internal(set) var playhead = 0.0
    /// Whether the playhead was set.
    var hasBegun = false
    /// The origin of live positions.
    var origin = 0.0
    /// The start of an on-demand stream.
    var beginning = 0.0
    /// The end of an on-demand stream; infinite without an end.
    var length = 0.0 { didSet { if beginning >= length { beginning = 0 } } }
    /// The window, while the stream is live.
    var window: LiveWindow?
    /// The wall-clock times of the timeline.
    package internal(set) var dates = DateMap()

    /// Makes an empty timeline.
    public init() {}

    /// The playhead.
    public var position: Double { kind == .dvr ? min(0, position(at: playhead)) : position(at: playhead) }

    /// The length in seconds: infinite for live; in DVR negative, the window's length.
    public var duration: Double {
        switch kind {
        case .onDemand: length
        case .live: .infinity
        case .dvr: -(window?.seekable.duration ?? 0)
        }
    }

    /// The range of valid playhead positions.
    public var seekableRange: TimeRange {
        guard let range = window.map({ _ in TimeRange(start: windowStart, end: liveEnd) }) else {
            return TimeRange(start: beginning, end: max(beginning, length))
        }
        return TimeRange(start: position(at: range.start), end: position(at: range.end))
    }

    // MARK: Live

    /// The end of the published media, as a position (above 0 in DVR, because the live position is behind it); `nil` on demand.
    public var liveEdge: Double? { window.map { position(at: $0.edge + sinceMeasured) } }

    /// The distance from the playhead to ``liveEdge``, in seconds; `nil` on demand.
    public var latency: Double? { window.map { max(0, $0.edge + sinceMeasured - playhead) } }

    /// The target distance to ``liveEdge``, in seconds; `nil` on demand.
    public var targetLatency: Double? { window?.targetLatency }

    /// The distance from the playhead to the live position, in seconds; 0 at the edge, `nil` on demand.
    public var behindLive: Double? { window.map { _ in max(0, liveEnd - playhead) } }

    /// Whether the shown content is live; false on demand.
    public var isAtLiveEdge: Bool {
        guard let window, let behindLive else { return false }
        // Reports arrive with a delay, and players drift.
        let tolerance = 1.0...5.0
        return behindLive <= min(max(window.targetLatency / 2, tolerance.lowerBound), tolerance.upperBound)
    }

    /// Whether the stream is a low-latency stream that is played by its parts.
    public var isLowLatency: Bool { window?.isLowLatency ?? false }

    // MARK: The wall clock

    /// The wall-clock time at the playhead, in seconds since 1970; `nil` for a stream without dates.
    public var wallClock: Double? { dates.date(at: playhead) }

    /// Returns the position at which the wall clock was `date` (seconds since 1970), also outside of the seekable range; `nil` for a stream
    /// without dates.
    public func position(ofWallClock date: Double) -> Double? {
        dates.time(of: date).map { position(at: $0) }
    }

    /// Returns the timeline at a later `time` (seconds of the monotonic clock) with the playhead unchanged.
    public func standing(until time: Double) -> Timeline {
        var later = self
        later.time = max(self.time, time)
        return later
    }
}

// Conversion between the playback's own timeline and positions.
extension Timeline {
    private var sinceMeasured: Double { max(0, time - (window?.measuredAt ?? time)) }

    /// The live position, on the playback's timeline.
    var liveEnd: Double { (window?.seekable.end ?? 0) + sinceMeasured }

    /// The oldest point that can be played, on the playback's timeline.
    var windowStart: Double { (window?.seekable.start ?? 0) + sinceMeasured }

    /// Returns the position of a time on the playback's timeline.
    package func position(at time: Double) -> Double {
        switch kind {
        case .onDemand: time
        case .live: time - origin
        case .dvr: time - liveEnd
        }
    }

    /// Returns the time on the playback's timeline of a position.
    package func playbackTime(at position: Double) -> Double {
        switch kind {
        case .onDemand: position
        case .live: origin + position
        case .dvr: liveEnd + position
        }
    }

    /// Returns a range of the playback's timeline as positions.
    func positions(of range: TimeRange) -> TimeRange {
        TimeRange(start: position(at: range.start), end: position(at: range.end))
    }
}
