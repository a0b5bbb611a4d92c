// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The playhead moved: at most ten times a second while playing, and once after a seek.
public struct TimeEvent: PlayerEvent, Equatable {
    public static let name = EventName.onTime
    public var context = EventContext()
    /// The playhead, in seconds.
    public var position: Double
    /// The length, in seconds; infinite for live.
    public var duration: Double

    public init(position: Double, duration: Double) {
        self.position = position
        self.duration = duration
    }

    public var fields: EventFields { ["position": .double(position), "duration": .double(duration)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onTime(self) }
}

/// More data is loaded; not emitted for live and DVR.
public struct BufferChangeEvent: PlayerEvent, Equatable {
    public static let name = EventName.onBufferChange
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

    public var fields: EventFields {
        [
            "oldState": .string(oldState.rawValue), "newState": .string(newState.rawValue), "position": .double(position),
            "duration": .double(duration), "bufferPercent": .double(bufferPercent), "ranges": .array(ranges.map(\.eventValue)),
        ]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onBufferChange(self) }
}

/// A seek is requested.
public struct SeekEvent: PlayerEvent, Equatable {
    public static let name = EventName.onSeek
    public var context = EventContext()
    /// The target, in seconds.
    public var offset: Double
    /// The playhead before, in seconds.
    public var position: Double

    public init(offset: Double, position: Double) {
        self.offset = offset
        self.position = position
    }

    public var fields: EventFields { ["offset": .double(offset), "position": .double(position)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onSeek(self) }
}

/// The target of the last seek is reached and its frame is shown, whether playing or paused.
public struct SeekedEvent: PlayerEvent, Equatable {
    public static let name = EventName.onSeeked
    public var context = EventContext()
    /// The playhead, in seconds.
    public var position: Double

    public init(position: Double) {
        self.position = position
    }

    public var fields: EventFields { ["position": .double(position)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onSeeked(self) }
}
