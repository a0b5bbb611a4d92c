import Foundation
import PlayheadAudioSession
import PlayheadCore
import PlayheadTransport

extension PlayerConfiguration {
    /// The watchdogs of a player, in seconds. A watchdog ends the playback with an error.
    public struct Timeouts: Sendable, Hashable {
        /// For opening an item; 60 by default.
        public var opening = 60.0
        /// For buffering while no data arrives; 30 by default.
        public var buffering = 30.0
        /// For playing while the playhead stands still; 10 by default.
        public var progress = 10.0

        /// Creates the defaults.
        public init() {}
    }

    /// The media that is kept loaded around the playhead.
    public struct Buffering: Sendable, Hashable {
        /// The duration that is loaded ahead of the playhead, in seconds; 30 by default.
        public var forwardDuration = 30.0
        /// The duration that is kept behind the playhead, in seconds, so that a seek back needs no network; 30 by default.
        public var backDuration = 30.0

        /// Creates the defaults.
        public init() {}
    }

    /// The limits and the start of the choice of quality levels.
    public struct Quality: Sendable {
        /// The index of the level to start on, from 1; `nil`, the default, leaves the choice to the player.
        public var initialLevel: Int?
        /// The maximum bit rate of automatic selection, in bits per second; `nil`, the default, sets no limit. ``Player/maxBitrate`` changes it
        /// later.
        public var maxBitrate: Int?
        /// The maximum width and height of automatic selection, in pixels; `nil`, the default, sets no limit. ``Player/maxSize`` changes it later.
        public var maxSize: PictureSize?
        /// The size of the view, in pixels: automatic selection chooses no larger picture than fills it. `nil`, the default, sets no limit.
        /// ``Player/viewSize`` changes it later.
        public var viewSize: PictureSize?
        /// An earlier player's measurements of the network, from which the first level is chosen; `nil` by default. From its first item on a
        /// player uses its own: ``Player/throughputMemory``.
        public var throughputMemory: ThroughputMemory?

        /// Creates the defaults.
        public init() {}
    }

    /// The audio track that is selected, and the audio session.
    public struct Audio: Sendable {
        /// The preferred languages of the sound, best first, as BCP 47 tags; empty by default.
        public var languages: [String] = []
        /// The session that determines the purpose of the sound; interruptions pause players with sound. By default the process's session.
        public var session = AudioSession.shared
        /// Whether a missing audio device is a fatal error rather than a warning. False by default.
        public var requiresOutput = false

        /// Creates the defaults.
        public init() {}
    }

    /// The behaviour in live streams.
    public struct Live: Sendable, Hashable {
        /// Whether every live stream is played as DVR, however small its window. False by default.
        public var isDVR = false
        /// The minimum window of a live stream that is played as DVR, in seconds; 120 by default, 0 makes every live stream DVR.
        public var minimumDVRWindow = 120.0
        /// The position at which a live stream continues after a pause; by default at the live edge if more than 15 s behind, and in place in DVR.
        public var resume = LiveResume()

        /// Creates the defaults.
        public init() {}
    }

    /// The behaviour between the items of the list.
    public struct Playlist: Sendable {
        /// Whether the list starts again after its last item. False by default.
        public var repeats = false
        /// The behaviour where an item can't be played, or not to its end. The list stops by default.
        public var itemFailure = ItemFailurePolicy.stop
        /// The offset from which ``Player/nextUpItem`` is set; ten seconds before the end by default, `nil` never.
        public var nextUpOffset: NextUpOffset? = .seconds(-10)
        /// Whether the next item is opened and loaded during the last seconds of the current one, so that there is no gap. True by default.
        public var preloadsNextItem = true

        /// Creates the defaults.
        public init() {}
    }

    /// The requests for media, playlists, keys and ads.
    public struct Network: Sendable {
        /// The loader of everything that is not a local file; `nil`, the default, gives each player its own over HTTP.
        public var loader: (any Loader)?
        /// The options of all requests, where items and their sources don't set their own.
        public var assetOptions = AssetOptions()
        /// Files with certificates in PEM that are trusted besides those of the system, for servers with a certificate authority of their own;
        /// empty by default. They concern the player's own loader only. There is no way to trust every server.
        public var certificateAuthorities: [URL] = []
        /// The conditions of the network, for items that may not use every one; by default those of the system, read for each request.
        public var conditions: @Sendable () -> NetworkConditions = { .ofSystem }

        /// Creates the defaults.
        public init() {}
    }

    /// The ads of a player.
    public struct Ads: Sendable {
        /// The ads of items that have no ``PlaylistEntry/advertising`` of their own; `nil`, the default, shows none.
        public var advertising: AdConfiguration?
        /// Whether the interstitials of HLS playlists are played (EXT-X-DATERANGE of the class `com.apple.hls.interstitial`). True by default.
        public var playsInterstitials = true
        /// Opens the target of an ad's click, HTTP or HTTPS, with `openBrowserOnAdClick`; by default in the desktop's browser.
        public var openURL: @MainActor (URL) -> Void = { Browser.open($0) }

        /// Creates the defaults.
        public init() {}
    }
}
