import PlayheadCore
@_exported import PlayheadNumbers

/// The contents of a control bar and of the screens over the picture, derived from ``ControlBarFacts`` alone.
package struct ControlBarModel: Sendable, Equatable {
    // It has more than 20 stored properties: one for each control.

    /// The action of the main button.
    package enum PlayButton: Sendable, Equatable {
        case play, pause, replay

        /// The label for assistive technology and tooltips.
        package var label: String {
            switch self {
            case .play: "Play"
            case .pause: "Pause"
            case .replay: "Replay"
            }
        }

        /// The icon.
        package var glyph: Glyph {
            switch self {
            case .play: .play
            case .pause: .pause
            case .replay: .replay
            }
        }
    }

    /// The state of a button that can be hidden or disabled.
    package enum Availability: Sendable, Equatable {
        case hidden, disabled, enabled
    }

    /// The volume as a symbol.
    package enum VolumeSymbol: Sendable, Equatable {
        case muted, low, medium, high

        /// Returns the symbol of an audible volume, from 0 to 1.
        package init(level: Double) {
            let (low, high) = (1.0 / 3, 2.0 / 3)
            self = level == 0 ? .muted : level < low ? .low : level < high ? .medium : .high
        }

        /// The icon.
        package var glyph: Glyph {
            switch self {
            case .muted: .volumeMuted
            case .low: .volumeLow
            case .medium: .volumeMedium
            case .high: .volumeHigh
            }
        }
    }

    /// The state of the button that returns to the live edge.
    package enum LiveButton: Sendable, Equatable {
        case hidden
        /// The playhead is at the live edge: the button is lit.
        case atEdge
        /// The playhead is behind: the button seeks to the live edge.
        case behind
    }

    /// The timeline.
    package struct Track: Sendable, Equatable {
        /// The first position, in seconds.
        package var start: Double
        /// The last position, in seconds.
        package var end: Double
        /// The playhead, or the position of the knob while the viewer holds it.
        package var position: Double
        /// The loaded ranges as shares of the timeline, from 0 to 1.
        package var loaded: [ClosedRange<Double>]
        /// The chapters and ad breaks inside of the timeline, in order.
        package var marks: [TimelineMark] = []
        /// The loop between two positions, as shares; `nil` without a loop.
        package var loop: ClosedRange<Double>?
        /// Whether positions are shown relative to the live edge.
        package var isDVR = false
        /// Whether the timeline belongs to an ad, which is not seekable.
        package var isAd = false
        /// The position for assistive technology.
        package var text: String

        /// Returns the share of the timeline at a position, from 0 to 1.
        package func share(of position: Double) -> Double {
            end > start ? min(max((position - start) / (end - start), 0), 1) : 0
        }

        /// Returns the position at a share of the timeline.
        package func position(at share: Double) -> Double { start + min(max(share, 0), 1) * (end - start) }

        /// Returns the title of the chapter at a position; empty outside of chapters.
        package func chapter(at position: Double) -> String {
            marks.last { $0.kind == .chapter && $0.position <= position }?.title ?? ""
        }

        /// Returns the parts between the starts of chapters, as shares from 0 to 1, in order.
        package var parts: [ClosedRange<Double>] {
            let inner = marks.filter { $0.kind == .chapter }.map { share(of: $0.position) }.filter { $0 > 0 && $0 < 1 }
            let edges = [0] + inner.sorted() + [1]
            return zip(edges, edges.dropFirst()).filter { $0 < $1 }.map { $0...$1 }
        }

        /// Returns the text for a position under the pointer: the chapter's title, if there is one, and the time.
        package func text(at position: Double) -> String {
            let chapter = chapter(at: position)
            let behind = end - position
            let time = isDVR ? (behind < 1 ? "Live" : BarText.clock(-behind)) : BarText.clock(position)
            return chapter.isEmpty ? time : "\(chapter)\n\(time)"
        }
    }

    /// An entry of a menu.
    package struct Choice: Sendable, Equatable {
        /// The title.
        package var title: String
        /// The value that is reported if the entry is chosen.
        package var index: Int

        /// Creates an entry.
        package init(title: String, index: Int) {
            self.title = title
            self.index = index
        }
    }

    /// The current choices as short texts.
    package struct CurrentChoices: Sendable, Equatable {
        /// The level of the picture, such as `720p`, or `Auto`.
        package var quality = ""
        /// The language of the sound, such as `DE`.
        package var audio = ""
        /// The language of the captions; empty if they are off.
        package var captions = ""
        /// The rate, such as `1.25×`.
        package var speed = ""
    }

    /// A menu, which is hidden if it has fewer than two entries.
    package struct Menu: Sendable, Equatable {
        /// The entries.
        package var choices: [Choice] = []
        /// The `index` of the chosen entry.
        package var chosen = 0

        /// Creates a menu.
        package init(choices: [Choice] = [], chosen: Int = 0) {
            self.choices = choices
            self.chosen = chosen
        }

        /// Whether there is a choice.
        package var isShown: Bool { choices.count > 1 }
    }

    /// The content of the layer over the picture.
    package enum Screen: Sendable, Equatable {
        /// Empty.
        case none
        /// Playback waits for data; the item's title is shown until there is a picture.
        case buffering(title: String)
        /// The item failed.
        case error(ErrorCard)
        /// The item has ended.
        case ended(title: String, nextUp: String?)
    }

    /// The announcement of the next item, in the last seconds of an item.
    package struct NextUp: Sendable, Equatable {
        /// The title.
        package var title: String
        /// The whole seconds until the item starts.
        package var seconds: Int

        /// The line above the title.
        package var text: String { "Next in \(seconds) s" }
    }

    /// The explanation of an error.
    package struct ErrorCard: Sendable, Equatable {
        /// The item's title.
        package var title = ""
        /// The event that occurred.
        package var message: String
        /// The recommended action; empty without a recommendation.
        package var advice = ""
        /// The code; empty for an error without a code.
        package var code = ""
        /// Whether another item can be played.
        package var hasNext = false

        /// Creates an explanation.
        package init(
            title: String = "", message: String, advice: String = "", code: String = "", hasNext: Bool = false
        ) {
            (self.title, self.message, self.advice, self.code, self.hasNext) = (title, message, advice, code, hasNext)
        }
    }

    /// The action of the main button.
    package var playButton = PlayButton.play
    /// Whether the main button is enabled.
    package var isPlayEnabled = false
    /// The button for the previous item.
    package var previous = Availability.hidden
    /// The button for the next item.
    package var next = Availability.hidden
    /// The timeline; `nil` if the media is not seekable.
    package var track: Track?
    /// The position; empty for a live stream.
    package var elapsed = ""
    /// The time beside it: the duration or the remaining time.
    package var total = ""
    /// The item's title.
    package var title = ""
    /// The line below the title: the chapter and the index in the list.
    package var subtitle = ""
    /// The current choices, as short texts on the controls; empty if there is no choice.
    package var current = CurrentChoices()
    /// The settings.
    package var settings = SettingsMenu()
    /// Whether the loss of the sound is shown.
    package var hasLostSound = false
    /// The wall-clock time at the playhead, in seconds since 1970; `nil` if the live stream has none.
    package var wallClock: Double?
    /// The button that returns to the live edge.
    package var liveButton = LiveButton.hidden
    /// The time behind the live edge, negative; empty at the edge and without a DVR window.
    package var behindLive = ""
    /// The text of the button that returns to the live edge.
    package var liveText: String { behindLive.isEmpty ? "LIVE" : "LIVE \(behindLive)" }
    /// The audible volume, from 0 to 1; 0 while muted.
    package var volume = 1.0
    /// The volume as a symbol.
    package var volumeSymbol = VolumeSymbol.high
    /// The quality levels.
    package var quality = Menu()
    /// The audio tracks.
    package var audio = Menu()
    /// The captions tracks.
    package var captions = Menu()
    /// The caption sizes in percent; empty without captions.
    package var captionSize = Menu()
    /// The caption looks, by index in ``CaptionStyle/Look``.
    package var captionLook = Menu()
    /// The playback rates, in percent.
    package var speed = Menu()
    /// The content of the layer over the picture.
    package var screen = Screen.none
    /// The text and the skip button over an ad's picture.
    package var ad: AdBanner?
    /// Whether the view fills the screen.
    package var isFullscreen = false
    /// The next item, in the last seconds of an item.
    package var nextUp: NextUp?

    /// Creates the model of a view without a player.
    package init() {}

    /// The rates in the menu, in percent.
    package static let speeds = [25, 50, 75, 100, 125, 150, 175, 200]
}
