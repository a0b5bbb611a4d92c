import PlayheadCore

/// The contents of a control bar and of the screens over the picture, derived from ``ControlBarFacts`` alone.
public struct ControlBarModel: Sendable, Equatable {
    /// The action of the main button.
    public enum PlayButton: Sendable, Equatable {
        case play, pause, replay

        /// The label for assistive technology and tooltips.
        public var label: String {
            switch self {
            case .play: "Play"
            case .pause: "Pause"
            case .replay: "Replay"
            }
        }
    }

    /// The state of a button that can be hidden or disabled.
    public enum Availability: Sendable, Equatable {
        case hidden, disabled, enabled
    }

    /// The volume as a symbol.
    public enum VolumeSymbol: Sendable, Equatable {
        case muted, low, medium, high
    }

    /// The state of the button that returns to the live edge.
    public enum LiveButton: Sendable, Equatable {
        case hidden
        /// The playhead is at the live edge: the button is lit.
        case atEdge
        /// The playhead is behind: the button seeks to the live edge.
        case behind
    }

    /// The timeline.
    public struct Track: Sendable, Equatable {
        /// The first position, in seconds.
        public var start: Double
        /// The last position, in seconds.
        public var end: Double
        /// The playhead, or the position of the knob while the viewer holds it.
        public var position: Double
        /// The loaded ranges as shares of the timeline, from 0 to 1.
        public var loaded: [ClosedRange<Double>]
        /// The chapters and ad breaks inside of the timeline, in order.
        public var marks: [TimelineMark] = []
        /// Whether positions are shown relative to the live edge.
        public var isDVR = false
        /// Whether the timeline belongs to an ad, which is not seekable.
        public var isAd = false
        /// The position for assistive technology.
        public var text: String

        /// Returns the share of the timeline at a position, from 0 to 1.
        public func share(of position: Double) -> Double {
            end > start ? min(max((position - start) / (end - start), 0), 1) : 0
        }

        /// Returns the position at a share of the timeline.
        public func position(at share: Double) -> Double { start + min(max(share, 0), 1) * (end - start) }

        /// Returns the text for a position under the pointer: the chapter's title, if there is one, and the time.
        public func text(at position: Double) -> String {
            let chapter = marks.last { $0.kind == .chapter && $0.position <= position }?.title ?? ""
            let behind = end - position
            let time = isDVR ? (behind < 1 ? "Live" : "-" + TimeText.clock(behind)) : TimeText.clock(position)
            return chapter.isEmpty ? time : "\(chapter)\n\(time)"
        }
    }

    /// An entry of a menu.
    public struct Choice: Sendable, Equatable {
        /// The title.
        public var title: String
        /// The value that is reported if the entry is chosen.
        public var index: Int

        /// Creates an entry.
        public init(title: String, index: Int) {
            self.title = title
            self.index = index
        }
    }

    /// A menu, which is hidden if it has fewer than two entries.
    public struct Menu: Sendable, Equatable {
        /// The entries.
        public var choices: [Choice] = []
        /// The `index` of the chosen entry.
        public var chosen = 0

        /// Creates a menu.
        public init(choices: [Choice] = [], chosen: Int = 0) {
            self.choices = choices
            self.chosen = chosen
        }

        /// Whether there is a choice.
        public var isShown: Bool { choices.count > 1 }
    }

    /// The content of the layer over the picture.
    public enum Screen: Sendable, Equatable {
        /// Empty.
        case none
        /// Playback waits for data; the item's title is shown until there is a picture.
        case buffering(title: String)
        /// The item failed.
        case error(message: String, code: String)
        /// The item has ended.
        case ended(title: String, nextUp: String?)
    }

    /// The action of the main button.
    public var playButton = PlayButton.play
    /// Whether the main button is enabled.
    public var isPlayEnabled = false
    /// The button for the previous item.
    public var previous = Availability.hidden
    /// The button for the next item.
    public var next = Availability.hidden
    /// The timeline; `nil` if the media is not seekable.
    public var track: Track?
    /// The time to the left of the timeline.
    public var elapsed = ""
    /// The time to the right of the timeline: the remaining time, or the DVR window.
    public var remaining = ""
    /// The wall-clock time at the playhead, in seconds since 1970; `nil` if the live stream has none.
    public var wallClock: Double?
    /// The button that returns to the live edge.
    public var liveButton = LiveButton.hidden
    /// The audible volume, from 0 to 1; 0 while muted.
    public var volume = 1.0
    /// The volume as a symbol.
    public var volumeSymbol = VolumeSymbol.high
    /// The quality levels.
    public var quality = Menu()
    /// The audio tracks.
    public var audio = Menu()
    /// The captions tracks.
    public var captions = Menu()
    /// The caption sizes in percent; empty without captions.
    public var captionSize = Menu()
    /// The caption looks, by index in ``CaptionStyle/Look``.
    public var captionLook = Menu()
    /// The playback rates, in percent.
    public var speed = Menu()
    /// The content of the layer over the picture.
    public var screen = Screen.none
    /// The text and the skip button over an ad's picture.
    public var ad: AdBanner?
    /// Whether the view fills the screen.
    public var isFullscreen = false
    /// The title of the next item, in the last seconds of an item.
    public var nextUp: String?

    /// Creates the model of a view without a player.
    public init() {}

    /// The rates in the menu, in percent.
    public static let speeds = [25, 50, 75, 100, 125, 150, 175, 200]
}
