import Playhead

/// The events of a player as readable lines, without times; progress and loading are collapsed.
@MainActor
final class Trace {
    private(set) var events: [any PlayerEvent] = []
    /// The names of ``events``: tests ask for one after each step of the clock.
    private var seen: Set<EventName> = []
    private var token: ObservationToken?
    private var marks = 0

    init(_ player: Player) {
        token = player.onEvent { [weak self] in self?.add($0) }
    }

    private func add(_ event: any PlayerEvent) {
        events.append(event)
        seen.insert(event.name)
    }

    /// All events, one per line; consecutive onTime are one line; the logs and onBufferChange, whose time varies, are left out.
    var lines: [String] { Self.lines(of: events) }

    /// Returns the lines since the last call.
    func news() -> [String] {
        let fresh = Array(events[marks...])
        marks = events.count
        return Self.lines(of: fresh)
    }

    /// Returns the names of all events since the last call of ``news()``, without omissions.
    func newNames() -> [EventName] {
        let fresh = events[marks...].map(\.name)
        marks = events.count
        return fresh
    }

    var names: [EventName] { events.map(\.name) }

    func all<Event: PlayerEvent>(_ type: Event.Type) -> [Event] { events.compactMap { $0 as? Event } }

    func contains(_ name: EventName) -> Bool { seen.contains(name) }

    /// Whether the sequence numbers are 1, 2, 3, ….
    var isWithoutGaps: Bool { events.map(\.context.sequence) == Array(1...max(1, events.count)).prefix(events.count).map { $0 } }

    static func lines(of events: [any PlayerEvent]) -> [String] {
        var lines: [String] = []
        for event in events where event.name != .onBufferChange && !isLog(event) {
            let line = line(of: event)
            if event.name == .onTime, lines.last == line { continue }
            lines.append(line)
        }
        return lines
    }

    /// Whether an event belongs to the logs, which have their own tests.
    private static func isLog(_ event: any PlayerEvent) -> Bool {
        switch event {
        case is AccessLogEvent, is ErrorLogEvent: true
        case let meta as MetaEvent: meta.metaData["metadataType"] == "access-log"
        default: false
        }
    }

    static func line(of event: any PlayerEvent) -> String {
        let name = event.name.rawValue
        return switch event {
        case let event as StateChangeEvent: "\(name) \(event.oldState) → \(event.newState) (\(event.reason.rawValue))"
        case let event as PlayEvent: "\(name) \(event.oldState) → \(event.newState) (\(event.reason.rawValue))"
        case let event as BufferEvent: "\(name) \(event.oldState) → \(event.newState) (\(event.reason.rawValue))"
        case let event as PauseEvent: "\(name) \(event.oldState) → \(event.newState) (\(event.reason.rawValue))"
        case let event as IdleEvent: "\(name) \(event.oldState) → \(event.newState) (\(event.reason.rawValue))"
        case let event as PlayAttemptEvent: "\(name) (\(event.reason.rawValue))"
        case let event as PlaylistItemEvent: "\(name) \(event.index) \(event.item.title ?? "untitled")"
        case let event as PlaylistEvent: "\(name) \(event.playlist.map { $0.title ?? "untitled" }.joined(separator: ", "))"
        case let event as SeekEvent: "\(name) to \(rounded(event.offset))"
        case let event as SeekedEvent: "\(name) at \(rounded(event.position))"
        case let event as SetupErrorEvent: "\(name) \(event.error.code)"
        case let event as ErrorEvent: "\(name) \(event.error.code)"
        case let event as WarningEvent: "\(name) \(event.error.code)"
        case let event as LevelsEvent: "\(name) \(event.currentQuality) of \(event.levels.map(\.label).joined(separator: ", "))"
        case let event as LevelsChangedEvent: "\(name) \(event.currentQuality)"
        case let event as VisualQualityEvent: "\(name) \(event.level.label) (\(event.mode.rawValue), \(event.reason.rawValue))"
        case let event as AudioTracksEvent: "\(name) \(event.currentTrack) of \(event.levels.map(\.name).joined(separator: ", "))"
        case let event as AudioTrackChangedEvent: "\(name) \(event.currentTrack)"
        case let event as CaptionsListEvent: "\(name) \(event.track) of \(event.tracks.map(\.name).joined(separator: ", "))"
        case let event as MetaEvent: "\(name) \(metaLine(event.metaData))"
        case let event as PlaybackRateChangedEvent: "\(name) \(event.playbackRate)"
        case let event as VolumeEvent: "\(name) \(event.volume)"
        case let event as MuteEvent: "\(name) \(event.mute)"
        default: name
        }
    }

    private static func metaLine(_ fields: EventFields) -> String {
        fields.fields.filter { ["metadataType", "duration", "width", "height"].contains($0.key) }.map { field in
            switch field.value {
            case .string(let text): text
            case .int(let number): "\(field.key) \(number)"
            case .double(let number): "\(field.key) \(rounded(number))"
            default: "\(field.key) –"
            }
        }.joined(separator: ", ")
    }

    /// Rounds to a tenth, because decoders and containers differ in the last digits.
    private static func rounded(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }
}
