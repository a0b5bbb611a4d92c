import PlayheadCore

/// What the live view shows of a player: plain values, of any origin; the view cleans all text.
public struct LiveViewModel: Sendable {
    /// How a line of the event log stands out.
    public enum Emphasis: Sendable, Hashable {
        /// As usual.
        case normal
        /// The state changed.
        case state
        /// Something is worth knowing.
        case warning
        /// Something failed.
        case error
    }

    /// A line of the event log.
    public struct Event: Sendable, Hashable {
        /// Seconds since the start.
        public var time: Double
        /// The event's name.
        public var name: String
        /// What it carries, in short.
        public var detail: String
        /// How it stands out.
        public var emphasis: Emphasis

        /// Makes a line.
        public init(time: Double, name: String, detail: String = "", emphasis: Emphasis = .normal) {
            self.time = time
            self.name = name
            self.detail = detail
            self.emphasis = emphasis
        }
    }

    /// What the picture's place shows.
    public enum Picture: Sendable, Hashable {
        /// There is no picture: the log takes the room.
        case none
        /// A picture will come.
        case expected
        /// This picture.
        case rendered(RenderedPicture)
    }

    /// What kind of timeline it is.
    public enum Timeline: Sendable, Hashable {
        /// From 0 to the duration.
        case onDemand
        /// Without beginning or end to seek in.
        case live
        /// Live with a window: the position is 0 or less, from the live end, and the duration the window's length, negative.
        case dvr
    }

    /// A key and what it does.
    public struct KeyHelp: Sendable, Hashable {
        /// The key, such as `space`.
        public var key: String
        /// What it does, such as `pause`.
        public var action: String

        /// Makes an entry.
        public init(_ key: String, _ action: String) {
            self.key = key
            self.action = action
        }
    }

    /// The item's title; the URL stands in where it is `nil` or empty.
    public var title: String?
    /// The item's URL, without credentials.
    public var url = ""
    /// The player's state.
    public var state = PlaybackState.idle
    /// What the app wants: to play, or not.
    public var intendsToPlay = false
    /// Seconds on the item's timeline.
    public var position = 0.0
    /// Seconds; infinite or NaN where unknown.
    public var duration = Double.nan
    /// What is loaded, on the item's timeline.
    public var buffered: [TimeRange] = []
    /// What kind of timeline it is.
    public var timeline = Timeline.onDemand
    /// Whether what is shown is live.
    public var isAtLiveEdge = false
    /// Seconds behind what the origin has published, or `nil`.
    public var latency: Double?
    /// Seconds behind it that are meant to be, or `nil`.
    public var targetLatency: Double?
    /// Seconds that can be sought in, or `nil`.
    public var window: Double?
    /// Whether it is a low-latency stream.
    public var isLowLatency = false
    /// The wall-clock time at the playhead, such as `14:32:07`; empty where unknown.
    public var wallClock = ""
    /// The quality on the screen, such as `720p`; empty where unknown.
    public var quality = ""
    /// The levels' labels; the first is "auto".
    public var levels: [String] = []
    /// Which of `levels` is chosen.
    public var currentLevel = 0
    /// Which of `levels` is on the screen, or `nil`.
    public var shownLevel: Int?
    /// Bits a second, or `nil`.
    public var bitrate: Int?
    /// Codecs and sizes, such as `h264 1280×720 25 fps · aac 48 kHz stereo`.
    public var codecs = ""
    /// The audio track's name; empty without.
    public var audioTrack = ""
    /// The captions track's name; empty where they are off.
    public var captions = ""
    /// The captions that are shown now, line by line.
    public var captionLines: [String] = []
    /// 0 to 1.
    public var volume = 1.0
    /// Whether it is silenced.
    public var isMuted = false
    /// The playback rate.
    public var rate = 1.0
    /// Pictures shown.
    public var framesShown = 0
    /// Pictures left out because they came late.
    public var framesDropped = 0
    /// How often playing had to wait for data.
    public var stalls = 0
    /// The latest events, the newest last.
    public var events: [Event] = []
    /// What failed, or `nil`.
    public var error: String?
    /// The keys.
    public var keys: [KeyHelp] = []
    /// What the picture's place shows.
    public var picture = Picture.none

    /// Makes a model of an idle player.
    public init() {}
}
