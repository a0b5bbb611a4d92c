import PlayheadCore

/// The contents of the live view: plain values of any origin; the view makes all text safe.
public struct LiveViewModel: Sendable {
    /// The emphasis of a line in the event log.
    public enum Emphasis: Sendable, Hashable {
        /// No emphasis.
        case normal
        /// The state changed.
        case state
        /// A warning.
        case warning
        /// An error.
        case error
    }

    /// A line of the event log.
    public struct Event: Sendable, Hashable {
        /// The time in seconds since the start.
        public var time: Double
        /// The event's name.
        public var name: String
        /// A short description.
        public var detail: String
        /// The emphasis.
        public var emphasis: Emphasis

        /// Creates a line.
        public init(time: Double, name: String, detail: String = "", emphasis: Emphasis = .normal) {
            self.time = time
            self.name = name
            self.detail = detail
            self.emphasis = emphasis
        }
    }

    /// The content of the picture's area.
    public enum Picture: Sendable, Hashable {
        /// No picture: the log uses the room.
        case none
        /// A picture is expected.
        case expected
        /// A picture.
        case rendered(RenderedPicture)
    }

    /// The kind of a timeline.
    public enum Timeline: Sendable, Hashable {
        /// On demand, from 0 to the duration.
        case onDemand
        /// Live without a seekable window.
        case live
        /// Live with a window: the position is 0 or negative, relative to the live edge, and the duration is the negative length of the
        /// window.
        case dvr
    }

    /// A key and its action.
    public struct KeyHelp: Sendable, Hashable {
        /// The key's name, such as `space`.
        public var key: String
        /// The action, such as `pause`.
        public var action: String

        /// Creates an entry.
        public init(_ key: String, _ action: String) {
            self.key = key
            self.action = action
        }
    }

    /// The item's title; the URL is shown if it is `nil` or empty.
    public var title: String?
    /// The item's URL, without credentials.
    public var url = ""
    /// The player's state.
    public var state = PlaybackState.idle
    /// Whether the player intends to play.
    public var intendsToPlay = false
    /// The position on the item's timeline, in seconds.
    public var position = 0.0
    /// The duration in seconds; infinite or NaN if unknown.
    public var duration = Double.nan
    /// The loaded ranges on the item's timeline.
    public var buffered: [TimeRange] = []
    /// The kind of the timeline.
    public var timeline = Timeline.onDemand
    /// Whether the playhead is at the live edge.
    public var isAtLiveEdge = false
    /// The distance to the end of the published stream in seconds, or `nil`.
    public var latency: Double?
    /// The target latency in seconds, or `nil`.
    public var targetLatency: Double?
    /// The length of the seekable window in seconds, or `nil`.
    public var window: Double?
    /// Whether the stream is a low-latency stream.
    public var isLowLatency = false
    /// The wall-clock time at the playhead, such as `14:32:07`; empty if unknown.
    public var wallClock = ""
    /// The quality on the screen, such as `720p`; empty if unknown.
    public var quality = ""
    /// The labels of the levels; the first is "auto".
    public var levels: [String] = []
    /// The index of the chosen level.
    public var currentLevel = 0
    /// The index of the level on the screen, or `nil`.
    public var shownLevel: Int?
    /// The bitrate in bits per second, or `nil`.
    public var bitrate: Int?
    /// The codecs and sizes, such as `h264 1280×720 25 fps · aac 48 kHz stereo`.
    public var codecs = ""
    /// The audio track's name; empty if there is none.
    public var audioTrack = ""
    /// The captions track's name; empty if captions are off.
    public var captions = ""
    /// The lines of the current captions.
    public var captionLines: [String] = []
    /// The volume, from 0 to 1.
    public var volume = 1.0
    /// Whether the sound is muted.
    public var isMuted = false
    /// The playback rate.
    public var rate = 1.0
    /// The number of shown pictures.
    public var framesShown = 0
    /// The number of pictures that were dropped because they were late.
    public var framesDropped = 0
    /// The number of stalls.
    public var stalls = 0
    /// The latest events, the newest last.
    public var events: [Event] = []
    /// The error message, or `nil`.
    public var error: String?
    /// The keys.
    public var keys: [KeyHelp] = []
    /// The content of the picture's area.
    public var picture = Picture.none

    /// Creates the model of an idle player.
    public init() {}
}
