import Foundation
import Playhead

/// The inputs of the controls: the state of the player, its item, and the app's options.
struct NowPlayingFacts: Sendable, Equatable {
    // It has more than 20 stored properties: one for each property of the bus interface.

    struct Item: Sendable, Equatable {
        /// The number of items that have become current, which makes the track id unique.
        var number = 1
        /// The index in the playlist.
        var index = 0
        /// The length of the playlist.
        var count = 1
        /// The URL without secrets.
        var url: String?
        /// The item's texts and artwork.
        var info = NowPlayingInfo()
        /// The image file of the cover in the media, or `nil`.
        var cover: [UInt8]?
        /// The file name; `nil` if the URL has none.
        var fileName: String?
    }

    var applicationName = "Playhead"
    var desktopEntry: String?
    var canQuit = false
    var canRaise = false
    var canOpen = false
    var canSetFullscreen = false
    /// Whether the app has enabled the controls.
    var isWanted = true
    var session = NowPlayingSession()
    /// Whether this player is the one of the process that receives media keys.
    var isActive = true

    var item: Item?
    /// The texts and artwork that are used if the item has none.
    var defaults = NowPlayingInfo()
    /// The artwork as a local file, once it is loaded.
    var artworkFile: URL?
    var isAdvertisement = false
    /// Whether an ad break of the player is in progress.
    var isInAdBreak = false

    var state = PlaybackState.idle
    var playerState = PlayerState.idle
    var intendsToPlay = false
    var kind = Timeline.Kind.onDemand
    /// The duration as in events: infinite for live, negative for DVR, 0 while unknown.
    var duration = 0.0
    var rate = 1.0
    var volume = 1.0
    var isMuted = false
    var isFullscreen = false
    var repeatMode = RepeatMode.off
    var isShuffled = false

    /// Whether the controls are published.
    var isShown: Bool { isWanted && session.showsControls }

    /// The artwork of the item or the media, or else of the configuration.
    var artwork: Artwork? {
        item?.info.artwork.map { .url($0) } ?? item?.cover.map { .embedded($0) } ?? defaults.artwork.map { .url($0) }
    }

    /// The length in seconds; `nil` for streams without a start and an end.
    var length: Double? {
        guard item != nil, !isAdvertisement, kind == .onDemand, duration > 0, duration < .infinity else { return nil }
        return duration
    }
}

/// The published position as a function of time, which is correct at every moment without a call to the player.
struct ShownPosition: Sendable, Equatable {
    /// The position at ``time`` in seconds; 0 if a position would be misleading.
    var position = 0.0
    /// The reference time of the player's clock, in seconds.
    var time = 0.0
    /// The speed in seconds of media per second; 0 while paused.
    var speed = 0.0
    /// The end of the media; `nil` if there is none.
    var length: Double?

    /// Returns the position at a later time.
    func position(at now: Double) -> Double {
        let moved = position + max(0, now - time) * speed
        return max(0, min(moved, length ?? .infinity))
    }
}
