/// The playhead moved: at most ten times a second while playing, and once after a seek.
public struct TimeEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onTime
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The playhead, in seconds.
    public var position: Double
    /// The length, in seconds; infinite for live.
    public var duration: Double

    /// Makes the event; the player fills in the context.
    public init(position: Double, duration: Double) {
        self.position = position
        self.duration = duration
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["position": .double(position), "duration": .double(duration)] }
    /// Calls ``PlayerDelegate/onTime(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onTime(self) }
}

/// More data is loaded; not emitted for live and DVR.
public struct BufferChangeEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onBufferChange
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The previous state.
    public var oldState: PlayerState
    /// The new state.
    public var newState: PlayerState
    /// The playhead, in seconds.
    public var position: Double
    /// The length, in seconds.
    public var duration: Double
    /// The end of the loaded range around the playhead, 0 to 100 % of the duration.
    public var bufferPercent: Double
    /// The loaded ranges.
    public var ranges: [TimeRange]

    /// Makes the event; the player fills in the context.
    public init(
        oldState: PlayerState = .buffering, newState: PlayerState = .playing, position: Double, duration: Double, bufferPercent: Double,
        ranges: [TimeRange]
    ) {
        self.oldState = oldState
        self.newState = newState
        self.position = position
        self.duration = duration
        self.bufferPercent = bufferPercent
        self.ranges = ranges
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        [
            "oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "position": .double(position),
            "duration": .double(duration), "bufferPercent": .double(bufferPercent), "ranges": .array(ranges.map(\.eventValue)),
        ]
    }
    /// Calls ``PlayerDelegate/onBufferChange(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onBufferChange(self) }
}

/// A seek is requested.
public struct SeekEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onSeek
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The target, in seconds.
    public var offset: Double
    /// The playhead before, in seconds.
    public var position: Double

    /// Makes the event; the player fills in the context.
    public init(offset: Double, position: Double) {
        self.offset = offset
        self.position = position
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["offset": .double(offset), "position": .double(position)] }
    /// Calls ``PlayerDelegate/onSeek(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onSeek(self) }
}

/// The target of the last seek is reached and its frame is shown, whether playing or paused.
public struct SeekedEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onSeeked
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The playhead, in seconds.
    public var position: Double

    /// Makes the event; the player fills in the context.
    public init(position: Double) {
        self.position = position
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["position": .double(position)] }
    /// Calls ``PlayerDelegate/onSeeked(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onSeeked(self) }
}
