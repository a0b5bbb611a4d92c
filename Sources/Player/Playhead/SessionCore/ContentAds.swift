import PlayheadAds
import PlayheadCore
import PlayheadEngine

/// The ads of the current item, and the state of the content that waits for them.
struct ContentAds {
    /// A seek that is performed after the break.
    struct KeptSeek {
        var id: Int
        /// The requested position.
        var target: Double
        /// The target on the playback's timeline at the time of the request.
        var place: Double
        /// The kind of the stream at the time of the request.
        var kind: Timeline.Kind
        var precision: SeekPrecision
    }

    /// Whether the interstitials of playlists are played.
    let playsInterstitials: Bool
    /// The media that can be played.
    var capabilities: AdMediaCapabilities
    /// The item that was opened last.
    var item: AdItem?
    /// `nil` if the current item has no ads.
    var controller: AdController?
    /// The number of items that were closed.
    var visit = 0
    /// Inputs of the controller that arrived while it handles another one.
    var inputs: [AdInput] = []
    var isHandling = false
    /// Whether the controller was notified that the sound is off.
    var isMuted = false
    /// The state of the current item's content, which is dropped when the item is closed.
    var content = Content()

    /// The state of one item's content.
    struct Content {
        /// Whether the content has stopped for an ad, according to the last report to the stage.
        var stands = false
        var keptSeek: KeptSeek?
        /// The end of the content, during a post-roll.
        var heldEnd: MachineCheckpoint?
        /// The playhead before a seek during a pause: the breaks in between are due when the content plays.
        var pausedSeekFrom: Double?
        /// Whether the content has reached its start.
        var hasStarted = false
        /// The interstitials of the playlist.
        var interstitials: [AdBreak] = []
        /// Whether the playlist has date ranges that are not in ``interstitials`` yet.
        var hasNewRanges = false
        /// The place at which the content's playhead stops.
        var fence: Double?
        /// The duration and dates that the controller knows.
        var known: (duration: Double?, dates: DateMap)?
    }

    /// The last playhead of the content, or target of a seek, that the controller knows, in seconds.
    var lastPlayhead = 0.0

    /// The place of the content, which the controller determines.
    var place: ContentPlace { controller?.place ?? .free }
    /// Whether an ad is paused, or will be as soon as it is shown.
    var isPaused: Bool { controller?.pauseReason != nil }
    /// The places of breaks that are still to come, in seconds.
    var marks: [Double] { controller?.marks ?? [] }
}

extension ContentAds {
    /// Creates the state before the first item of a player.
    init(_ configuration: PlayerConfiguration) {
        var capabilities = AdMediaCapabilities()
        capabilities.setView(configuration.quality.viewSize)
        capabilities.bandwidth = configuration.quality.maxBitrate.map(Double.init)
        self.init(playsInterstitials: configuration.ads.playsInterstitials, capabilities: capabilities)
    }
}

extension AdMediaCapabilities {
    /// Sets the size of the view, in pixels; `nil` if it is not known.
    mutating func setView(_ size: PictureSize?) { (viewWidth, viewHeight) = (size?.width, size?.height) }
}
