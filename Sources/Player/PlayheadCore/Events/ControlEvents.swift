// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The playback rate changed.
public struct PlaybackRateChangedEvent: PlayerEvent, Equatable {
    public static let name = EventName.onPlaybackRateChanged
    public var context = EventContext()
    /// The rate, 0.25 to 4.
    public var playbackRate: Double
    /// The playhead, in seconds.
    public var position: Double

    public init(playbackRate: Double, position: Double) {
        self.playbackRate = playbackRate
        self.position = position
    }

    public var fields: EventFields { ["playbackRate": .double(playbackRate), "position": .double(position)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onPlaybackRateChanged(self) }
}

/// The volume changed.
public struct VolumeEvent: PlayerEvent, Equatable {
    public static let name = EventName.onVolume
    public var context = EventContext()
    /// 0 (silent) to 1 (full).
    public var volume: Double

    public init(volume: Double) {
        self.volume = volume
    }

    public var fields: EventFields { ["volume": .double(volume)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onVolume(self) }
}

/// Mute changed.
public struct MuteEvent: PlayerEvent, Equatable {
    public static let name = EventName.onMute
    public var context = EventContext()
    /// Whether sound is off.
    public var mute: Bool

    public init(mute: Bool) {
        self.mute = mute
    }

    public var fields: EventFields { ["mute": .bool(mute)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onMute(self) }
}
