/// The captions tracks are known, or grew.
public struct CaptionsListEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onCaptionsList
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Index of the active track; 0 is off.
    public var track: Int
    /// All tracks.
    public var tracks: [MediaTrack]

    /// Makes the event; the player fills in the context.
    public init(track: Int, tracks: [MediaTrack]) {
        self.track = track
        self.tracks = tracks
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["track": .int(track), "tracks": .array(tracks.map(\.eventValue))] }
    /// Calls ``PlayerDelegate/onCaptionsList(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onCaptionsList(self) }
}

/// Another captions track is shown, or none.
public struct CaptionsChangeEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onCaptionsChange
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// Index of the active track; 0 is off.
    public var track: Int
    /// All tracks.
    public var tracks: [MediaTrack]

    /// Makes the event; the player fills in the context.
    public init(track: Int, tracks: [MediaTrack]) {
        self.track = track
        self.tracks = tracks
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields { ["track": .int(track), "tracks": .array(tracks.map(\.eventValue))] }
    /// Calls ``PlayerDelegate/onCaptionsChange(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onCaptionsChange(self) }
}

/// The cues that are shown changed.
public struct CaptionCueEvent: PlayerEvent, Equatable {
    /// The event's name in the catalogue.
    public static let name = EventName.onCaptionCue
    /// Sequence number, times, position and state.
    public var context = EventContext()
    /// What is shown now; empty where nothing is. Times are positions at the moment of telling.
    public var cues: [CaptionCue]
    /// Since when, as a position in seconds.
    public var start: Double
    /// Until when, as a position in seconds; infinite where that is not known.
    public var end: Double

    /// Makes the event; the player fills in the context.
    public init(cues: [CaptionCue], start: Double, end: Double) {
        self.cues = cues
        self.start = start
        self.end = end
    }

    /// The payload under the catalogue's keys.
    public var fields: EventFields {
        ["cues": .array(cues.map(\.eventValue)), "start": .double(start), "end": .double(end)]
    }
    /// Calls ``PlayerDelegate/onCaptionCue(_:)``.
    @MainActor public func deliver(to delegate: any PlayerDelegate) { delegate.onCaptionCue(self) }
}
