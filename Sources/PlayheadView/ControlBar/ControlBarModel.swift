import PlayheadCore

/// What a control bar and what lies over the picture show: derived from ``ControlBarFacts`` alone.
public struct ControlBarModel: Sendable, Equatable {
    /// What the main button does.
    public enum PlayButton: Sendable, Equatable {
        case play, pause, replay

        /// What assistive technology and tooltips say.
        public var label: String {
            switch self {
            case .play: "Play"
            case .pause: "Pause"
            case .replay: "Replay"
            }
        }
    }

    /// A button that may be missing or off.
    public enum Availability: Sendable, Equatable {
        case hidden, disabled, enabled
    }

    /// How loud it is, as a symbol.
    public enum VolumeSymbol: Sendable, Equatable {
        case muted, low, medium, high
    }

    /// The way back to live.
    public enum LiveButton: Sendable, Equatable {
        case hidden
        /// What is shown is live: it is lit.
        case atEdge
        /// It leads back.
        case behind
    }

    /// What can be sought in.
    public struct Track: Sendable, Equatable {
        /// The first position, in seconds.
        public var start: Double
        /// The last position, in seconds.
        public var end: Double
        /// The playhead, or where the viewer holds the knob.
        public var position: Double
        /// What is loaded, in shares of the whole, 0 to 1.
        public var loaded: [ClosedRange<Double>]
        /// Where chapters begin and ads are played, in order; none of them outside.
        public var marks: [TimelineMark] = []
        /// Whether positions count back from the live end.
        public var isDvr = false
        /// Whether it is an ad's, in which nobody can seek.
        public var isAd = false
        /// What assistive technology says of the position.
        public var text: String

        /// The share of the whole at which a position lies, 0 to 1.
        public func share(of position: Double) -> Double {
            end > start ? min(max((position - start) / (end - start), 0), 1) : 0
        }

        /// The position at a share of the whole.
        public func position(at share: Double) -> Double { start + min(max(share, 0), 1) * (end - start) }

        /// What is told of a position that the pointer is over: the chapter, if it has a title, and the time.
        public func text(at position: Double) -> String {
            let chapter = marks.last { $0.kind == .chapter && $0.position <= position }?.title ?? ""
            let behind = end - position
            let time = isDvr ? (behind < 1 ? "Live" : "-" + TimeText.clock(behind)) : TimeText.clock(position)
            return chapter.isEmpty ? time : "\(chapter)\n\(time)"
        }
    }

    /// A line of a menu.
    public struct Choice: Sendable, Equatable {
        /// What it says.
        public var title: String
        /// What is handed on when it is chosen.
        public var index: Int

        /// Makes a line.
        public init(title: String, index: Int) {
            self.title = title
            self.index = index
        }
    }

    /// A menu; of one line or none it is not shown.
    public struct Menu: Sendable, Equatable {
        /// The lines.
        public var choices: [Choice] = []
        /// The `index` of the one that holds.
        public var chosen = 0

        /// Makes a menu.
        public init(choices: [Choice] = [], chosen: Int = 0) {
            self.choices = choices
            self.chosen = chosen
        }

        /// Whether there is anything to choose.
        public var isShown: Bool { choices.count > 1 }
    }

    /// What lies over the picture.
    public enum Screen: Sendable, Equatable {
        /// Nothing.
        case none
        /// Data is waited for; before there is a picture the item's title is told.
        case buffering(title: String)
        /// It can't be played.
        case error(message: String, code: String)
        /// It is over.
        case ended(title: String, nextUp: String?)
    }

    /// What the main button does.
    public var playButton = PlayButton.play
    /// Whether the main button can be used.
    public var isPlayEnabled = false
    /// To the previous item.
    public var previous = Availability.hidden
    /// To the next item.
    public var next = Availability.hidden
    /// The timeline; `nil` where there is nothing to seek in.
    public var track: Track?
    /// The time at the timeline's left.
    public var elapsed = ""
    /// The time at its right: what remains, or the window of DVR.
    public var remaining = ""
    /// The wall-clock time at the playhead, in seconds since 1970, where a live stream tells it.
    public var wallClock: Double?
    /// The way back to live.
    public var liveButton = LiveButton.hidden
    /// The volume that is heard, 0 to 1; 0 while muted.
    public var volume = 1.0
    /// How loud it is.
    public var volumeSymbol = VolumeSymbol.high
    /// The quality levels.
    public var quality = Menu()
    /// The audio tracks.
    public var audio = Menu()
    /// The captions tracks.
    public var captions = Menu()
    /// The sizes of captions, in percent; there where captions are.
    public var captionSize = Menu()
    /// The looks of captions, by their place in ``CaptionStyle/Look``.
    public var captionLook = Menu()
    /// The rates, in percent.
    public var speed = Menu()
    /// What lies over the picture.
    public var screen = Screen.none
    /// What stands over an ad's picture.
    public var ad: AdBanner?
    /// Whether the view fills the screen.
    public var isFullscreen = false
    /// What is to come, in the last seconds of an item.
    public var nextUp: String?

    /// Makes what is shown without a player.
    public init() {}

    /// The rates that the menu offers, in percent.
    public static let speeds = [25, 50, 75, 100, 125, 150, 175, 200]
}
