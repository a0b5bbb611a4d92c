import PlayheadCore

/// What a control bar has to know of a player and its view.
public struct ControlBarFacts: Sendable {
    /// The state.
    public var state = PlaybackState.idle
    /// Whether playing is wanted.
    public var intendsToPlay = false
    /// What kind of stream it is, and where its playhead and its window are.
    public var timeline = Timeline()
    /// The playhead, or where a seek that is on its way leads, as a position in seconds.
    public var position = 0.0
    /// The length in seconds, as the player tells it.
    public var duration = 0.0
    /// What is loaded, as positions.
    public var loaded: [TimeRange] = []
    /// Chapters and ad breaks, in any order.
    public var marks: [TimelineMark] = []
    /// How captions look.
    public var captionStyle = CaptionStyle()
    /// Whether an ad break is shown in the content's place.
    public var isInAdBreak = false
    /// The ad of it that is on the screen.
    public var ad: AdFacts?
    /// The track model, once it is open.
    public var media: MediaDescription?
    /// The level of the picture that is shown.
    public var shownLevel: QualityLevel?
    /// The rate.
    public var rate = 1.0
    /// The volume, 0 to 1.
    public var volume = 1.0
    /// Whether sound is off.
    public var isMuted = false
    /// The current item's place in the list.
    public var index: Int?
    /// How many items there are.
    public var count = 0
    /// What the item is called.
    public var title = ""
    /// What the next item is called, from when that is to be told.
    public var nextUp: String?
    /// The fatal error.
    public var error: PlaybackError?
    /// Whether the view fills the screen.
    public var isFullscreen = false
    /// Where the viewer holds the timeline's knob, as a position, while they do.
    public var scrub: Double?

    /// Makes the facts of a player without an item.
    public init() {}
}
