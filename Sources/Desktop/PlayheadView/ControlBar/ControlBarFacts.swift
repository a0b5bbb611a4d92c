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
    /// Whether the viewer cancelled the change to the next item.
    package var isNextUpCancelled = false
    /// The fatal error.
    package var error: PlaybackError?
    /// Whether the sound was lost: the device is gone, or there is no sound server.
    package var hasLostSound = false
    /// Whether the view fills the screen.
    package var isFullscreen = false
    /// Whether the remaining time is shown instead of the duration.
    package var showsRemaining = false
    /// The aspect ratio, zoom and rotation of the picture.
    package var adjustment = PictureAdjustment()
    /// The way in which the picture fills the view.
    package var stretching = Stretching.uniform
    /// The delay of sound in seconds; negative plays it earlier.
    package var audioDelay = 0.0
    /// The delay of captions in seconds; negative shows them earlier.
    package var captionsDelay = 0.0
    /// The captions of a file that the viewer opened, by name.
    package var captionsFile: String?
    /// Whether the app opens files with captions.
    package var opensCaptions = false
    /// The loop between two positions.
    package var loop = LoopRange()
    /// The position of the timeline's knob while the viewer holds it.
    package var scrub: Double?

    /// Creates the facts of a player without an item.
    package init() {}
}
