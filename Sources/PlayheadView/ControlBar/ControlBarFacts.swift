import PlayheadCore

/// The facts that a control bar needs about a player and its view.
package struct ControlBarFacts: Sendable {
    // It has more than 20 stored properties: one for each fact of the player that a control shows.

    /// The playback state.
    package var state = PlaybackState.idle
    /// Whether the player intends to play.
    package var intendsToPlay = false
    /// The kind of stream, its playhead and its seekable window.
    package var timeline = Timeline()
    /// The playhead, or the target of a pending seek, as a position in seconds.
    package var position = 0.0
    /// The duration in seconds, as `Player.duration` has it.
    package var duration = 0.0
    /// The loaded ranges, as positions.
    package var loaded: [TimeRange] = []
    /// The chapters and ad breaks, in any order.
    package var marks: [TimelineMark] = []
    /// The caption style.
    package var captionStyle = CaptionStyle()
    /// Whether an ad break replaces the content.
    package var isInAdBreak = false
    /// The current ad of the break.
    package var ad: AdFacts?
    /// The track model, once the media is open.
    package var media: MediaDescription?
    /// The quality level of the current picture.
    package var shownLevel: QualityLevel?
    /// The playback rate.
    package var rate = 1.0
    /// The volume, from 0 to 1.
    package var volume = 1.0
    /// Whether the sound is muted.
    package var isMuted = false
    /// The current item's index in the playlist.
    package var index: Int?
    /// The number of items.
    package var count = 0
    /// The item's title.
    package var title = ""
    /// The next item's title, from the time at which it is announced.
    package var nextUp: String?
    /// The fatal error.
    package var error: PlaybackError?
    /// Whether the view fills the screen.
    package var isFullscreen = false
    /// The position of the timeline's knob while the viewer holds it.
    package var scrub: Double?

    /// Creates the facts of a player without an item.
    package init() {}
}
