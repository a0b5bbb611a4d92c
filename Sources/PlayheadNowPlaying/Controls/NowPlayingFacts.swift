import Foundation
import Playhead

/// All that the controls go by: the player as it was told last, its item, and what the app asked for.
struct NowPlayingFacts: Sendable, Equatable {
    struct Item: Sendable, Equatable {
        /// Counts the items that became current; each has an id of its own.
        var number = 1
        /// Its place in the list.
        var index = 0
        /// The length of the list.
        var count = 1
        /// Where it is, without secrets.
        var url: String?
        /// What it says of itself.
        var info = NowPlayingInfo()
        /// The name of its file; `nil` where its URL has none.
        var fileName: String?
    }

    var applicationName = "Playhead"
    var desktopEntry: String?
    var canQuit = false
    var canRaise = false
    var canOpen = false
    /// Whether the app wants controls.
    var isWanted = true
    var session = NowPlayingSession()
    /// Whether it is the player of this process that media keys go to.
    var isActive = true

    var item: Item?
    /// What is shown where the item says nothing.
    var defaults = NowPlayingInfo()
    /// The artwork as a local file, once it is there.
    var artworkFile: URL?
    var isAdvertisement = false
    /// Whether a break of the player's own ads is shown.
    var isInAdBreak = false

    var state = PlaybackState.idle
    var playerState = PlayerState.idle
    var intendsToPlay = false
    var kind = Timeline.Kind.onDemand
    /// As in events: infinite for live, negative for DVR, 0 while unknown.
    var duration = 0.0
    var rate = 1.0
    var volume = 1.0
    var isMuted = false

    /// Whether there are controls at all.
    var isShown: Bool { isWanted && session.showsControls }

    /// Where the artwork is, as the item or else the configuration says.
    var artwork: URL? { item?.info.artwork ?? defaults.artwork }

    /// The length in seconds, of what has a beginning and an end.
    var length: Double? {
        guard item != nil, !isAdvertisement, kind == .onDemand, duration > 0, duration < .infinity else { return nil }
        return duration
    }
}
