import Foundation
import PlayheadAdaptive
import PlayheadAudioSession
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// What a playback learnt of the network, for the next one to start with. Small, and safe to store.
public typealias ThroughputMemory = PlayheadAdaptive.ThroughputMemory

/// How a player behaves; fixed for its life.
public struct PlayerConfiguration: Sendable {
    /// Whether an item plays as soon as it is ready. False by default.
    public var autoplay = false
    /// Whether the list starts again after its last item. False by default.
    public var repeats = false
    /// Whether events are posted to the default NotificationCenter. True by default; without it each event costs less.
    public var postsNotifications = true
    /// Watchdog for opening, in seconds; 60 by default.
    public var openingTimeout = 60.0
    /// Watchdog for buffering with nothing arriving, in seconds; 30 by default.
    public var bufferingTimeout = 30.0
    /// Watchdog for playing without progress, in seconds; 10 by default.
    public var progressTimeout = 10.0
    /// Seconds ahead of the playhead that are loaded; 30 by default.
    public var forwardBuffer = 30.0
    /// Seconds behind the playhead that are kept, so that a seek back needs no network; 30 by default.
    public var backBuffer = 30.0
    /// The level to start on; 0, the default, leaves the choice to the player.
    public var initialLevel = 0
    /// No level above it is chosen by the player, in bits a second; `nil`, the default, sets no limit. ``Player/maxBitrate`` changes it later.
    public var maxBitrate: Int?
    /// No level whose picture is larger, across or down, is chosen by the player, in pixels; `nil`, the default, sets no limit. ``Player/maxSize``
    /// changes it later.
    public var maxSize: PictureSize?
    /// The size of the view in pixels: no level is chosen by the player whose picture is larger than what fills it. `nil`, the default, sets no limit.
    /// ``Player/viewSize`` changes it later.
    public var viewSize: PictureSize?
    /// What an earlier player learnt of the network, to choose the first level by; `nil`, the default, is nothing. From its first item on a player
    /// goes by what it has learnt itself: ``Player/throughputMemory``.
    public var throughputMemory: ThroughputMemory?
    /// Whether the interstitials of HLS playlists are played (EXT-X-DATERANGE of the class `com.apple.hls.interstitial`). True by default.
    public var playsInterstitials = true
    /// Whether every live stream is played as DVR, however small its window. False by default.
    public var isDvr = false
    /// A live stream with a window of at least so many seconds is played as DVR; 120 by default, 0 makes every one.
    public var minDvrWindow = 120.0
    /// Where a live stream goes on after a pause; by default at the live edge if more than 15 s behind, and in place in DVR.
    public var liveResume = LiveResume()
    /// The languages in which captions are wanted, best first, as BCP 47 tags; none by default.
    public var preferredLanguages: [String] = []
    /// Whether captions are shown where nobody chose: always, never, or (`nil`, the default) where the stream has a default track, or the sound is in
    /// none of the preferred languages.
    public var showsCaptions: Bool?
    /// Whether captions are wanted that also tell what is heard besides speech. False by default.
    public var prefersAccessibleCaptions = false
    /// Whether forced captions in the sound's language are shown where captions are off. True by default.
    public var showsForcedCaptions = true
    /// The languages in which sound is wanted, best first, as BCP 47 tags; none by default.
    public var preferredAudioLanguages: [String] = []
    /// How all items are fetched and read, where they and their sources don't say otherwise.
    public var assetOptions = AssetOptions()
    /// Which network there is, for items that may not use every one; by default what the system says, asked for each request.
    public var networkConditions: @Sendable () -> NetworkConditions = { .ofSystem }
    /// What happens where an item of a list can't be played, or not to its end. It stops by default.
    public var itemFailure = ItemFailurePolicy.stop
    /// When ``Player/nextUpItem`` is named; ten seconds before the end by default, `nil` never.
    public var nextUpOffset: NextUpOffset? = .seconds(-10)
    /// Whether the next item is opened and loaded while the last seconds of the one before play, so that there is no gap. True by default.
    public var preloadsNextItem = true
    /// Where pictures go; `nil`, the default, shows none (they are decoded, timed and counted all the same).
    public var videoOutput: (any VideoOutput)?
    /// Makes the place where sound goes, one for each playback; `nil`, the default, is silent.
    public var makeAudioOutput: (@Sendable () -> any AudioOutput)?
    /// What the sound is for; interruptions pause players with sound. By default the process's session.
    public var audioSession = AudioSession.shared
    /// Whether a missing audio device is a fatal error rather than a warning. False by default.
    public var requiresAudioOutput = false
    /// Which ads are shown, with items that don't say it themselves; `nil`, the default, shows none.
    public var advertising: AdConfiguration?
    /// Opens what an ad's click leads to, HTTP or HTTPS, with `openBrowserOnAdClick`; by default what the desktop takes for it.
    public var openURL: @MainActor (URL) -> Void = { Browser.open($0) }
    /// Whether lock screens and media keys may show and control the player, where a `NowPlayingController` does that: one that the app makes, or that of `PlayheadGTK`'s `PlayerView`.
    /// True by default.
    public var displayLockScreenControls = true
    /// What a lock screen shows where the item says nothing; the application's name stands for a missing title.
    public var nowPlaying = NowPlayingInfo()
    /// What makes the playhead move: the clock, by default, or the data (as fast as it can be decoded).
    public var pacing = EngineConfiguration.Pacing.realTime
    /// The only source of time.
    public var clock: any PlaybackClock = SystemClock()
    /// Fetches all that is not a local file; `nil`, the default, gives each player its own over HTTP.
    public var loader: (any Loader)?
    /// Files with certificates in PEM that are trusted besides those of the system, for servers with a certificate authority of their own; none by
    /// default. They concern the player's own loader: a ``loader`` that is given decides for itself. There is no way to trust every server.
    public var certificateAuthorities: [URL] = []
    /// Threads of the video decoder; 2 by default.
    public var videoThreads = 2
    /// Makes the engine of each playback; Playhead's own, by default. For tests and other back ends.
    public var makeEngine: MediaEngineFactory = { PlaybackEngine(url: $0, configuration: $1, report: $2) }

    /// Makes a configuration with the defaults.
    public init() {
        // Who makes one is about to make a player, and waits for the main actor then.
        MainActorWatch.shared.ask()
    }

    var options: PlaybackOptions {
        var options = PlaybackOptions(
            autoplay: autoplay, repeats: repeats, openingTimeout: openingTimeout, bufferingTimeout: bufferingTimeout,
            progressTimeout: progressTimeout, isDvr: isDvr, minDvrWindow: minDvrWindow, liveResume: liveResume,
            captions: CaptionPreferences(
                mode: showsCaptions.map { $0 ? .on : .off } ?? .automatic, languages: preferredLanguages,
                prefersAccessibility: prefersAccessibleCaptions, showsForced: showsForcedCaptions))
        options.audioLanguages = preferredAudioLanguages
        options.skipsFailedItems = itemFailure == .skip
        return options
    }
}
