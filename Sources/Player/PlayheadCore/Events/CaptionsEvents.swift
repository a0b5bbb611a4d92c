// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
/// The captions tracks are known, or grew.
public struct CaptionsListEvent: PlayerEvent, Equatable {
    public static let name = EventName.onCaptionsList
    public var context = EventContext()
    /// Index of the active track; 0 is off.
    public var track: Int
    /// All tracks.
    public var tracks: [MediaTrack]

    public init(track: Int, tracks: [MediaTrack]) {
        self.track = track
        self.tracks = tracks
    }

    public var fields: EventFields { ["track": .int(track), "tracks": .array(tracks.map(\.eventValue))] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onCaptionsList(self) }
}

/// The shown captions track changed.
public struct CaptionsChangeEvent: PlayerEvent, Equatable {
    public static let name = EventName.onCaptionsChange
    public var context = EventContext()
    /// Index of the active track; 0 is off.
    public var track: Int
    /// All tracks.
    public var tracks: [MediaTrack]

    public init(track: Int, tracks: [MediaTrack]) {
        self.track = track
        self.tracks = tracks
    }

    public var fields: EventFields { ["track": .int(track), "tracks": .array(tracks.map(\.eventValue))] }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onCaptionsChange(self) }
}

/// The cues that are shown changed.
public struct CaptionCueEvent: PlayerEvent, Equatable {
    public static let name = EventName.onCaptionCue
    public var context = EventContext()
    /// The visible cues; empty if there are none. Times are positions at the moment of the event.
    public var cues: [CaptionCue]
    /// The start of this set of cues, as a position in seconds.
    public var start: Double
    /// The end of this set of cues, as a position in seconds; infinite if unknown.
    public var end: Double

    public init(cues: [CaptionCue], start: Double, end: Double) {
        self.cues = cues
        self.start = start
        self.end = end
    }

    public var fields: EventFields {
        ["cues": .array(cues.map(\.eventValue)), "start": .double(start), "end": .double(end)]
    }
    public func deliver(to delegate: any PlayerDelegate) { delegate.onCaptionCue(self) }
}
