/// The quality levels are known.
public struct LevelsEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onLevels
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Index of the chosen level; 0 is auto.
    public var currentQuality: Int
    /// All levels.
    public var levels: [QualityLevel]

    /// Makes the event; the player fills in the context.
    public init(currentQuality: Int, levels: [QualityLevel]) {
        self.currentQuality = currentQuality
        self.levels = levels
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["currentQuality": .int(currentQuality), "levels": .array(levels.map(\.eventValue))] }
    /// Calls ``PlayerDelegate/onLevels(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onLevels(self) }
}

/// A quality level was chosen by app or viewer.
public struct LevelsChangedEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onLevelsChanged
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Index of the chosen level; 0 is auto.
    public var currentQuality: Int
    /// All levels.
    public var levels: [QualityLevel]

    /// Makes the event; the player fills in the context.
    public init(currentQuality: Int, levels: [QualityLevel]) {
        self.currentQuality = currentQuality
        self.levels = levels
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["currentQuality": .int(currentQuality), "levels": .array(levels.map(\.eventValue))] }
    /// Calls ``PlayerDelegate/onLevelsChanged(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onLevelsChanged(self) }
}

/// A picture of another quality is on the screen.
public struct VisualQualityEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onVisualQuality
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Whether the player or the app selects the level.
    public var mode: QualityMode
    /// The reason for the change.
    public var reason: QualityReason
    /// The level.
    public var level: QualityLevel

    /// Makes the event; the player fills in the context.
    public init(mode: QualityMode, reason: QualityReason, level: QualityLevel) {
        self.mode = mode
        self.reason = reason
        self.level = level
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        [
            "mode": .string(mode.rawValue), "reason": .string(reason.rawValue), "label": .string(level.label),
            "bitrate": level.bitrate.eventValue, "index": .int(level.index), "width": level.width.eventValue,
            "height": level.height.eventValue,
        ]
    }
    /// Calls ``PlayerDelegate/onVisualQuality(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onVisualQuality(self) }
}

/// The audio tracks are known.
public struct AudioTracksEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAudioTracks
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// All tracks.
    public var levels: [MediaTrack]
    /// Index of the active one, -1 without sound.
    public var currentTrack: Int

    /// Makes the event; the player fills in the context.
    public init(levels: [MediaTrack], currentTrack: Int) {
        self.levels = levels
        self.currentTrack = currentTrack
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["levels": .array(levels.map(\.eventValue)), "currentTrack": .int(currentTrack)] }
    /// Calls ``PlayerDelegate/onAudioTracks(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAudioTracks(self) }
}

/// Another audio track was chosen.
public struct AudioTrackChangedEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onAudioTrackChanged
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Index of the active track.
    public var currentTrack: Int

    /// Makes the event; the player fills in the context.
    public init(currentTrack: Int) {
        self.currentTrack = currentTrack
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["currentTrack": .int(currentTrack)] }
    /// Calls ``PlayerDelegate/onAudioTrackChanged(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onAudioTrackChanged(self) }
}
