import Foundation
import PlayheadCore

extension Player {
    /// What kind of stream the current item is, where its playhead, its live edge and its window are, and which wall-clock time that is.
    ///
    /// It is as it was told last; while the playhead stands, its window goes on with the clock.
    public var timeline: Timeline {
        let told = toldTimeline
        return state == .playing ? told : told.standing(until: configuration.clock.now)
    }

    /// The playhead, in seconds: on demand from the beginning, live from where this playback began, in DVR from the live end (0 or less, and
    /// falling while paused).
    public var position: Double {
        let told = toldPosition
        return toldTimeline.kind == .dvr && state != .playing ? timeline.position : told
    }

    /// The loaded ranges as positions at this moment: in DVR they fall, as ``position`` does, while the playhead stands.
    package var standingBufferedRanges: [TimeRange] {
        let shift = timeline.position(at: 0) - toldTimeline.position(at: 0)
        return shift == 0 ? bufferedRanges : bufferedRanges.map { TimeRange(start: $0.start + shift, end: $0.end + shift) }
    }

    /// Puts the playhead where live playing sits. Refused with onWarning where no live stream is open.
    public func seekToLive() {
        session.assumeIsolated { $0.seekToLive() }
    }

    /// Whether the current item has no end yet.
    public var isLive: Bool { timeline.kind != .onDemand }

    /// How far the playhead is behind what the origin has published, in seconds; `nil` on demand. It grows while the playhead stands.
    public var latency: Double? { timeline.latency }

    /// The wall-clock time at the playhead; `nil` for a stream without dates.
    public var date: Date? { timeline.date }

    /// The position at which the wall clock was `date`, also outside of what can be sought; `nil` for a stream without dates.
    public func position(of date: Date) -> Double? {
        machineTimeline.position(of: date)
    }

    /// The position at which a time on the playback's own timeline (seconds) is now.
    package func position(at time: Double) -> Double {
        machineTimeline.position(at: time)
    }

    /// The machine's timeline at this moment, which may be ahead of the events.
    private var machineTimeline: Timeline {
        let now = configuration.clock.now
        return session.assumeIsolated { $0.core.machine.timeline.standing(until: now) }
    }

    /// Puts the playhead where the wall clock was `date`; outside of the window at its nearest end.
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

    /// The position at which the wall clock was `date`, also outside of what can be sought; `nil` for a stream without dates.
    public func position(of date: Date) -> Double? { position(ofWallClock: date.timeIntervalSince1970) }
}
