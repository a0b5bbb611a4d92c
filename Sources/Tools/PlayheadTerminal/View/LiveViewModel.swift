import PlayheadCore

/// The contents of the live view: plain values of any origin; the view makes all text safe.
package struct LiveViewModel: Sendable {
    // It has more than 20 stored properties: one for each text and bar of the view.

    /// The emphasis of a line in the event log.
    package enum Emphasis: Sendable, Hashable {
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
    package struct Event: Sendable, Hashable {
        /// The time in seconds since the start.
        package var time: Double
        /// The event's name.
        package var name: String
        /// A short description.
        package var detail: String
        /// The emphasis.
        package var emphasis: Emphasis

        /// Creates a line.
        package init(time: Double, name: String, detail: String = "", emphasis: Emphasis = .normal) {
            self.time = time
            self.name = name
            self.detail = detail
            self.emphasis = emphasis
        }
    }

    /// The content of the picture's area.
    package enum Picture: Sendable, Hashable {
        /// No picture: the log uses the room.
        case none
        /// A picture is expected.
        case expected
        /// A picture.
        case rendered(RenderedPicture)
    }

    /// The kind of a timeline.
    package enum Timeline: Sendable, Hashable {
        /// On demand, from 0 to the duration.
        case onDemand
        /// Live without a seekable window.
        case live
        /// Live with a window: the position is 0 or negative, relative to the live edge, and the duration is the negative length of the
        /// window.
        case dvr
    }

    /// A key and its action.
    package struct KeyHelp: Sendable, Hashable {
        /// The key's name, such as `space`.
        package var key: String
        /// The action, such as `pause`.
        package var action: String

        /// Creates an entry.
        package init(_ key: String, _ action: String) {
            self.key = key
            self.action = action
        }
    }

    /// The item's title; the URL is shown if it is `nil` or empty.
    package var title: String?
    /// The item's URL, without credentials.
    package var url = ""
    /// The player's state.
    package var state = PlaybackState.idle
    /// Whether the player intends to play.
    package var intendsToPlay = false
    /// The position on the item's timeline, in seconds.
    package var position = 0.0
    /// The duration in seconds; infinite or NaN if unknown.
    package var duration = Double.nan
    /// The loaded ranges on the item's timeline.
    package var buffered: [TimeRange] = []
    /// The kind of the timeline.
    package var timeline = Timeline.onDemand
    /// Whether the playhead is at the live edge.
    package var isAtLiveEdge = false
    /// The distance to the end of the published stream in seconds, or `nil`.
    package var latency: Double?
    /// The target latency in seconds, or `nil`.
    package var targetLatency: Double?
    /// The length of the seekable window in seconds, or `nil`.
    package var window: Double?
    /// Whether the stream is a low-latency stream.
    package var isLowLatency = false
    /// The wall-clock time at the playhead, such as `14:32:07`; empty if unknown.
    package var wallClock = ""
    /// The quality on the screen, such as `720p`; empty if unknown.
    package var quality = ""
    /// The labels of the levels; the first is "auto".
    package var levels: [String] = []
    /// The index of the chosen level.
    package var currentLevel = 0
    /// The index of the level on the screen, or `nil`.
    package var shownLevel: Int?
    /// The bitrate in bits per second, or `nil`.
    package var bitrate: Int?
    /// The codecs and sizes, such as `h264 1280×720 25 fps · aac 48 kHz stereo`.
    package var codecs = ""
    /// The audio track's name; empty if there is none.
    package var audioTrack = ""
    /// The captions track's name; empty if captions are off.
    package var captions = ""
    /// The lines of the current captions.
    package var captionLines: [String] = []
    /// The volume, from 0 to 1.
    package var volume = 1.0
    /// Whether the item has sound, or may have it.
    package var hasSound = true
    /// Whether the sound is muted.
    package var isMuted = false
    /// The playback rate.
    package var rate = 1.0
    /// The number of shown pictures.
    package var framesShown = 0
    /// The number of pictures that were dropped because they were late.
    package var framesDropped = 0
    /// The number of stalls.
    package var stalls = 0
    /// The latest events, the newest last.
    package var events: [Event] = []
    /// The error message, or `nil`.
    package var error: String?
    /// A line with an address to open, which is shown to its end; empty without one.
    package var address = ""
    /// The keys.
    package var keys: [KeyHelp] = []
    /// The content of the picture's area.
    package var picture = Picture.none

    /// Creates the model of an idle player.
    package init() {}
}
