/// The playback rate changed.
public struct PlaybackRateChangedEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onPlaybackRateChanged
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// The rate, 0.25 to 4.
    public var playbackRate: Double
    /// The playhead, in seconds.
    public var position: Double

    /// Makes the event; the player fills in the context.
    public init(playbackRate: Double, position: Double) {
        self.playbackRate = playbackRate
        self.position = position
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["playbackRate": .double(playbackRate), "position": .double(position)] }
    /// Calls ``PlayerDelegate/onPlaybackRateChanged(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onPlaybackRateChanged(self) }
}

/// The volume changed.
public struct VolumeEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onVolume
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// 0 (silent) to 1 (full).
    public var volume: Double

    /// Makes the event; the player fills in the context.
    public init(volume: Double) {
        self.volume = volume
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["volume": .double(volume)] }
    /// Calls ``PlayerDelegate/onVolume(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onVolume(self) }
}

/// Mute changed.
public struct MuteEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onMute
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Whether sound is off.
    public var mute: Bool

    /// Makes the event; the player fills in the context.
    public init(mute: Bool) {
        self.mute = mute
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["mute": .bool(mute)] }
    /// Calls ``PlayerDelegate/onMute(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onMute(self) }
}
