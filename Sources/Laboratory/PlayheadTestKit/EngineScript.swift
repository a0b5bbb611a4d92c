import PlayheadCore
import PlayheadEngine

/// The behavior of a ``ScriptedEngine``: its media, the duration of operations on its clock, and its failures.
public struct EngineScript: Sendable {
    /// An operation that never completes.
    public enum Hang: Sendable, Hashable, CaseIterable {
        /// `open` never completes.
        case opening
        /// `start` never completes.
        case starting
        /// The playhead does not move after the start.
        case moving
        /// A seek never reaches its target.
        case seeking
    }

    /// A period in which the buffer is empty.
    public struct Stall: Sendable, Hashable {
        /// The position at which the playhead stalls, in seconds.
        public var position: Double
        /// The duration in seconds; infinity for a stall without end.
        public var duration: Double

        /// Makes a stall.
        public init(at position: Double, for duration: Double) {
            self.position = position
            self.duration = duration
        }
    }

    /// The media of the engine; live if it has a window, which is the window at the time of opening.
    public var media: MediaDescription
    /// The seconds from `open` to `opened`.
    public var openingTime = 0.1
    /// The seconds from `start` to `started`; above ``waitingTime``, `waiting` is reported first.
    public var startingTime = 0.05
    /// The seconds from a seek to the arrival at its target.
    public var seekingTime = 0.05
    /// The seconds of waiting after which `waiting` is reported, as by the engine for real media.
    public var waitingTime = 0.1
    /// The seconds from `close` to `closed`.
    public var closingTime = 0.0
    /// The seconds of media that are loaded when the media is open.
    public var loadedAtStart = 2.0
    /// The seconds of media that are loaded per second.
    public var loadingSpeed = 4.0
    /// The seconds of media that are kept loaded behind the playhead; a seek further back leaves what is loaded.
    public var keptBehind = Double.infinity
    /// The caption cues, by track.
    public var cues: [Int: [CaptionCue]] = [:]
    /// The metadata, reported as parsed when the media is open, and as entered when the playhead reaches it.
    public var metadata: [TimedMetadata] = []
    /// The wall-clock times of the timeline.
    package var dates = DateMap()
    /// The date ranges of the playlist, from the opening on.
    package var dateRanges: PlaylistDateRanges?
    /// The duration of segments in seconds; nil for media without segments.
    public var segmentDuration: Double?
    /// Whether the window of a live stream keeps its start, like that of an event.
    public var windowGrows = false
    /// The seconds after opening at which a live stream ends and becomes on-demand; nil for never.
    public var eventEnd: Double?
    /// The error of the opening; nil if the opening succeeds.
    public var openingFailure: PlaybackError?
    /// The errors that occur when the playhead reaches a position (in seconds).
    public var failures: [(position: Double, error: PlaybackError)] = []
    /// The stalls, by position.
    public var stalls: [Stall] = []
    /// The operations that never complete.
    public var hangs: Set<Hang> = []
    /// Answers a command immediately instead of the engine; nil leaves the command to the engine.
    package var answer: (@Sendable (EngineCommand) -> [EngineReport]?)?

    /// The seconds between reports of progress.
    static let tick = 0.1

    /// Creates a script without failures.
    /// - Parameter media: The media of the engine; ten seconds with video and audio by default.
    public init(media: MediaDescription = .scripted()) {
        self.media = media
    }
}

extension MediaDescription {
    /// Returns on-demand media with video, audio and two levels.
    /// - Parameter duration: The duration in seconds.
    /// - Returns: The description of the media, with two audio tracks.
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

    /// Returns a live stream with video, audio, two levels and captions in two languages.
    /// - Parameters:
    ///   - window: The length of the window in seconds; by default, the stream is DVR from 120 s on.
    ///   - latency: The live offset in seconds.
    /// - Returns: The description of the stream.
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
