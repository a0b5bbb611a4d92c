import PlayheadCore

/// The facts that a control bar needs about a player and its view.
public struct ControlBarFacts: Sendable {
    /// The playback state.
    public var state = PlaybackState.idle
    /// Whether the player intends to play.
    public var intendsToPlay = false
    /// The kind of stream, its playhead and its seekable window.
    public var timeline = Timeline()
    /// The playhead, or the target of a pending seek, as a position in seconds.
    public var position = 0.0
    /// The duration in seconds, as `Player.duration` has it.
    public var duration = 0.0
    /// The loaded ranges, as positions.
    public var loaded: [TimeRange] = []
    /// The chapters and ad breaks, in any order.
    public var marks: [TimelineMark] = []
    /// The caption style.
    public var captionStyle = CaptionStyle()
    /// Whether an ad break replaces the content.
    public var isInAdBreak = false
    /// The current ad of the break.
    public var ad: AdFacts?
    /// The track model, once the media is open.
    public var media: MediaDescription?
    /// The quality level of the current picture.
    public var shownLevel: QualityLevel?
    /// The playback rate.
    public var rate = 1.0
    /// The volume, from 0 to 1.
    public var volume = 1.0
    /// Whether the sound is muted.
    public var isMuted = false
    /// The current item's index in the playlist.
    public var index: Int?
    /// The number of items.
    public var count = 0
    /// The item's title.
    public var title = ""
    /// The next item's title, from the time at which it is announced.
    public var nextUp: String?
    /// The fatal error.
    public var error: PlaybackError?
    /// Whether the view fills the screen.
    public var isFullscreen = false
    /// The position of the timeline's knob while the viewer holds it.
    public var scrub: Double?

    /// Creates the facts of a player without an item.
    public init() {}
}
