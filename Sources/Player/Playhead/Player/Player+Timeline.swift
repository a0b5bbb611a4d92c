import Foundation
import PlayheadCore

extension Player {
    /// The timeline of the current item: its kind, playhead, live edge, window and wall-clock time.
    ///
    /// The timeline is that of the last event; while the playhead does not move, the window advances with the clock.
    public var timeline: Timeline {
        let published = publishedTimeline
        return state == .playing ? published : published.standing(until: configuration.clock.now)
    }

    /// The playhead in seconds: on demand from the beginning, live from the start of this playback, in DVR from the live position (0 or
    /// less, and decreasing while paused).
    public var position: Double {
        let published = publishedPosition
        return publishedTimeline.kind == .dvr && state != .playing ? timeline.position : published
    }

    /// The loaded ranges as current positions: in DVR they decrease, like ``position``, while the playhead does not move.
    package var standingBufferedRanges: [TimeRange] {
        let shift = timeline.position(at: 0) - publishedTimeline.position(at: 0)
        return shift == 0 ? bufferedRanges : bufferedRanges.map { TimeRange(start: $0.start + shift, end: $0.end + shift) }
    }

    /// Moves the playhead to the live position. Refused with onWarning if no live stream is open.
    public func seekToLive() {
        session.assumeIsolated { $0.seekToLive() }
    }

    /// Whether the current item is a live stream.
    public var isLive: Bool { timeline.kind != .onDemand }

    /// The distance from the playhead to the live edge in seconds; `nil` on demand. It increases while the playhead does not move.
    public var latency: Double? { timeline.latency }

    /// The wall-clock time at the playhead; `nil` for a stream without dates.
    public var date: Date? { timeline.date }

    /// Returns the position of a wall-clock time, also outside of the seekable range; `nil` for a stream without dates.
    public func position(of date: Date) -> Double? {
        machineTimeline.position(of: date)
    }

    /// Returns the current position of a time on the playback's timeline, in seconds.
    package func position(at time: Double) -> Double {
        machineTimeline.position(at: time)
    }

    /// The current timeline of the machine, which may be ahead of the events.
    private var machineTimeline: Timeline {
        let now = configuration.clock.now
        return session.assumeIsolated { $0.core.machine.timeline.standing(until: now) }
    }

    /// Moves the playhead to a wall-clock time, limited to the window.
    /// - Returns: Whether the stream has dates.
    @discardableResult
    public func seek(to date: Date, precision: SeekPrecision = .exact) -> Bool {
        guard let position = position(of: date) else { return false }
        seek(to: position, precision: precision)
        return true
    }
}

extension Timeline {
    /// The wall-clock time at the playhead; `nil` for a stream without dates.
    public var date: Date? { wallClock.map { Date(timeIntervalSince1970: $0) } }

    /// Returns the position of a wall-clock time, also outside of the seekable range; `nil` for a stream without dates.
    public func position(of date: Date) -> Double? { position(ofWallClock: date.timeIntervalSince1970) }
}
