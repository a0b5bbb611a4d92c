/// What kind of stream plays and where its playhead, its end and its window are, at one moment.
///
/// Positions are those of the API and of events: on demand seconds from the beginning; live seconds from where this playback began; in DVR
/// seconds from the live end, 0 or less.
public struct Timeline: Sendable, Hashable {
    /// What kind of stream it is. It may change from `live` to `dvr`, as its window grows, and to `onDemand`, when an event ends; never back.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It has a beginning and an end.
        case onDemand
        /// It goes on, and there is little or nothing to seek in.
        case live
        /// It goes on, and its window can be sought in.
        case dvr
    }

    /// What kind of stream it is.
    public internal(set) var kind = Kind.onDemand
    /// When this is so, in seconds of the monotonic clock.
    public internal(set) var time = 0.0

    // On the playback's own timeline, in seconds.

    /// The playhead.
    package internal(set) var playhead = 0.0
    /// Whether the playhead was anywhere yet.
    var hasBegun = false
    /// Where live positions count from.
    var origin = 0.0
    /// Where an on-demand stream begins.
    var beginning = 0.0
    /// Where an on-demand stream ends; infinite without an end.
    var length = 0.0 { didSet { if beginning >= length { beginning = 0 } } }
    /// The window, while the stream is live.
    var window: LiveWindow?
    /// Which wall-clock times belong to it.
    package internal(set) var dates = DateMap()

    /// Makes the timeline of nothing.
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

    /// Where the playhead may be put, as positions.
    public var seekableRange: TimeRange {
        guard let range = window.map({ _ in TimeRange(start: windowStart, end: liveEnd) }) else {
            return TimeRange(start: beginning, end: max(beginning, length))
        }
        return TimeRange(start: position(at: range.start), end: position(at: range.end))
    }

    // MARK: Live

    /// The end of what the origin has published, as a position (above 0 in DVR: live playing sits behind it); `nil` on demand.
    public var liveEdge: Double? { window.map { position(at: $0.edge + sinceMeasured) } }

    /// How far the playhead is behind ``liveEdge``, in seconds; `nil` on demand.
    public var latency: Double? { window.map { max(0, $0.edge + sinceMeasured - playhead) } }

    /// How far behind ``liveEdge`` live playing means to be, in seconds; `nil` on demand.
    public var targetLatency: Double? { window?.targetLatency }

    /// How far the playhead is behind where live playing sits, in seconds; 0 at the edge, `nil` on demand.
    public var behindLive: Double? { window.map { _ in max(0, liveEnd - playhead) } }

    /// Whether what is shown is live; false on demand.
    public var isAtLiveEdge: Bool {
        guard let window, let behindLive else { return false }
        // Reports come late by a little, and players drift by a little.
        let tolerance = 1.0...5.0
        return behindLive <= min(max(window.targetLatency / 2, tolerance.lowerBound), tolerance.upperBound)
    }

    /// Whether it is a low-latency stream that is played by its parts.
    public var isLowLatency: Bool { window?.isLowLatency ?? false }

    // MARK: The wall clock

    /// The wall-clock time at the playhead, in seconds since 1970; `nil` for a stream without dates.
    public var wallClock: Double? { dates.date(at: playhead) }

    /// The position at which the wall clock was `date` (seconds since 1970), also outside of what can be sought; `nil` for a stream without dates.
    public func position(ofWallClock date: Double) -> Double? {
        dates.time(of: date).map { position(at: $0) }
    }

    /// The same with the playhead standing where it is, at a later `time` (seconds of the monotonic clock).
    public func standing(until time: Double) -> Timeline {
        var later = self
        later.time = max(self.time, time)
        return later
    }
}

// Between the playback's own timeline and positions.
extension Timeline {
    private var sinceMeasured: Double { max(0, time - (window?.measuredAt ?? time)) }

    /// Where live playing sits, on the playback's timeline.
    var liveEnd: Double { (window?.seekable.end ?? 0) + sinceMeasured }

    /// The oldest point that can be played, on the playback's timeline.
    var windowStart: Double { (window?.seekable.start ?? 0) + sinceMeasured }

    /// The position of a time on the playback's timeline.
    package func position(at time: Double) -> Double {
        switch kind {
        case .onDemand: time
        case .live: time - origin
        case .dvr: time - liveEnd
        }
    }

    /// The time on the playback's timeline of a position.
    package func playbackTime(at position: Double) -> Double {
        switch kind {
        case .onDemand: position
        case .live: origin + position
        case .dvr: liveEnd + position
        }
    }

    /// A range of the playback's timeline as positions.
    func positions(of range: TimeRange) -> TimeRange {
        TimeRange(start: position(at: range.start), end: position(at: range.end))
    }
}
