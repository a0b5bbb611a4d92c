import PlayheadCore
import PlayheadEngine

/// How a ``ScriptedEngine`` behaves: what it plays, how long things take on its clock, and what goes wrong.
public struct EngineScript: Sendable {
    /// Something that never happens.
    public enum Hang: Sendable, Hashable, CaseIterable {
        /// `open` is not answered.
        case opening
        /// `start` is not answered.
        case starting
        /// The playhead never moves after the start.
        case moving
        /// A seek's target is not reached.
        case seeking
    }

    /// Data that runs out.
    public struct Stall: Sendable, Hashable {
        /// Where the playhead is held, in seconds.
        public var position: Double
        /// For how long, in seconds; infinity for ever.
        public var duration: Double

        /// Makes a stall.
        public init(at position: Double, for duration: Double) {
            self.position = position
            self.duration = duration
        }
    }

    /// What the engine plays; live if it has a window, whose time is that of opening.
    public var media: MediaDescription
    /// Seconds from `open` to `opened`.
    public var openingTime = 0.1
    /// Seconds from `start` to `started`; above ``waitingTime`` `waiting` comes first.
    public var startingTime = 0.05
    /// Seconds from a seek to its target.
    public var seekingTime = 0.05
    /// Seconds of waiting after which it is told, as the engine does that plays real media.
    public var waitingTime = 0.1
    /// Seconds from `close` to `closed`.
    public var closingTime = 0.0
    /// Seconds that are loaded at once when the media is open.
    public var loadedAtStart = 2.0
    /// Seconds of media that are loaded in a second.
    public var loadingSpeed = 4.0
    /// The captions by their track.
    public var cues: [Int: [CaptionCue]] = [:]
    /// Metadata: told as parsed when the media is open, and as entered when the playhead comes to it.
    public var metadata: [TimedMetadata] = []
    /// Which wall-clock times belong to the timeline.
    public var dates = DateMap()
    /// The date ranges of the playlist, from the opening on.
    public var dateRanges: PlaylistDateRanges?
    /// How long segments are, in seconds; `nil` of what has none.
    public var segmentDuration: Double?
    /// Whether the window of a live stream keeps its beginning, as that of an event does.
    public var windowGrows = false
    /// Seconds after opening at which a live stream ends and is on-demand; `nil` never.
    public var eventEnd: Double?
    /// What it fails with instead of opening, or `nil`.
    public var openingFailure: PlaybackError?
    /// What it fails with when the playhead comes to a position (seconds).
    public var failures: [(position: Double, error: PlaybackError)] = []
    /// Where data runs out.
    public var stalls: [Stall] = []
    /// What never happens.
    public var hangs: Set<Hang> = []
    /// Answers a command at once instead of the engine; `nil` leaves it to the engine.
    public var answer: (@Sendable (EngineCommand) -> [EngineReport]?)?

    /// Seconds between reports of progress.
    static let tick = 0.1

    /// Makes a script in which all goes well.
    /// - Parameter media: What is played; ten seconds with picture and sound by default.
    public init(media: MediaDescription = .scripted()) {
        self.media = media
    }
}

extension MediaDescription {
    /// A presentation with a picture, sound, and two levels.
    /// - Parameter duration: Its length in seconds.
    public static func scripted(duration: Double = 10) -> MediaDescription {
        MediaDescription(
            duration: duration, width: 1280, height: 720, frameRate: 25,
            levels: [
                .automatic, QualityLevel(index: 1, label: "360p", bitrate: 800_000, width: 640, height: 360),
                QualityLevel(index: 2, label: "720p", bitrate: 2_400_000, width: 1280, height: 720),
            ],
            audioTracks: [
                MediaTrack(index: 0, name: "English", language: "en", isDefault: true),
                MediaTrack(index: 1, name: "Deutsch", language: "de"),
            ], currentAudioTrack: 0)
    }

    /// A live stream with a picture, sound, two levels and captions in two languages.
    /// - Parameters:
    ///   - window: Seconds that are published; the stream is DVR from 120 s on, by default.
    ///   - latency: Seconds that live playing sits behind the edge.
    public static func scriptedLive(window: Double, latency: Double = 10) -> MediaDescription {
        var media = scripted(duration: .infinity)
        let seekable = TimeRange(start: 0, end: max(0, window - latency))
        media.window = LiveWindow(seekable: seekable, edge: window, targetLatency: latency, measuredAt: 0)
        media.captionsTracks = [
            .captionsOff, MediaTrack(index: 1, name: "English", language: "en"), MediaTrack(index: 2, name: "Deutsch", language: "de"),
        ]
        return media
    }
}
