// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The quality levels are known.
public struct LevelsEvent: PlayerEvent, Equatable {
    public static let name = EventName.onLevels
    public var context = EventContext()
    /// Index of the chosen level; 0 is auto.
    public var currentQuality: Int
    /// All levels.
    public var levels: [QualityLevel]

    public init(currentQuality: Int, levels: [QualityLevel]) {
        self.currentQuality = currentQuality
        self.levels = levels
    }

    public var fields: EventFields { ["currentQuality": .int(currentQuality), "levels": .array(levels.map(\.eventValue))] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onLevels(self) }
}

/// A quality level was chosen by app or viewer.
public struct LevelsChangedEvent: PlayerEvent, Equatable {
    public static let name = EventName.onLevelsChanged
    public var context = EventContext()
    /// Index of the chosen level; 0 is auto.
    public var currentQuality: Int
    /// All levels.
    public var levels: [QualityLevel]

    public init(currentQuality: Int, levels: [QualityLevel]) {
        self.currentQuality = currentQuality
        self.levels = levels
    }

    public var fields: EventFields { ["currentQuality": .int(currentQuality), "levels": .array(levels.map(\.eventValue))] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onLevelsChanged(self) }
}

/// A picture of another quality is on the screen.
public struct VisualQualityEvent: PlayerEvent, Equatable {
    public static let name = EventName.onVisualQuality
    public var context = EventContext()
    /// Whether the player or the app selects the level.
    public var mode: QualityMode
    /// The reason for the change.
    public var reason: QualityReason
    /// The level.
    public var level: QualityLevel

    public init(mode: QualityMode, reason: QualityReason, level: QualityLevel) {
        self.mode = mode
        self.reason = reason
        self.level = level
    }

    public var fields: EventFields {
        [
            "mode": .string(mode.rawValue), "reason": .string(reason.rawValue), "label": .string(level.label),
            "bitrate": level.bitrate.eventValue, "index": .int(level.index), "width": level.width.eventValue,
            "height": level.height.eventValue,
        ]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onVisualQuality(self) }
}

/// The audio tracks are known.
public struct AudioTracksEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAudioTracks
    public var context = EventContext()
    /// All tracks.
    public var levels: [MediaTrack]
    /// Index of the active one, -1 without sound.
    public var currentTrack: Int

    public init(levels: [MediaTrack], currentTrack: Int) {
        self.levels = levels
        self.currentTrack = currentTrack
    }

    public var fields: EventFields { ["levels": .array(levels.map(\.eventValue)), "currentTrack": .int(currentTrack)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAudioTracks(self) }
}

/// Another audio track was chosen.
public struct AudioTrackChangedEvent: PlayerEvent, Equatable {
    public static let name = EventName.onAudioTrackChanged
    public var context = EventContext()
    /// Index of the active track.
    public var currentTrack: Int

    public init(currentTrack: Int) {
        self.currentTrack = currentTrack
    }

    public var fields: EventFields { ["currentTrack": .int(currentTrack)] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onAudioTrackChanged(self) }
}
