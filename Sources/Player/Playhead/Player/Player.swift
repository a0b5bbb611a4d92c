import Foundation
import Observation
@_exported import PlayheadCore
import PlayheadEngine

/// Plays a list of items, and reports every event exactly once and in order.
///
/// A player is isolated to the main actor. Events are delivered to the delegate, the listeners, the closures, NotificationCenter and the
/// async sequences, one after the other, each event on every channel before the next; an event raised inside a callback is delivered after
/// the callback. The properties of the player have changed when the event that reports the change is delivered, not before.
/// No event of a playback is delivered after its ``release()``. Several players in one process are independent of each other.
///
/// A player that is deallocated ends its playback, threads and connections by itself, without events.
@MainActor
@Observable
public final class Player {
    // More than 20 stored properties, because Observation and key-value observers follow stored properties of the class.

    // MARK: State

    /// The playback state. The state has changed when the event that reports the change is delivered.
    public internal(set) var state = PlaybackState.idle
    /// The coarse state, as in the `oldState` and `newState` of events.
    public internal(set) var playerState = PlayerState.idle
    /// Whether playback is paused, playing, or waiting to play; derived from the intent and the state.
    public internal(set) var timeControlStatus = TimeControlStatus.paused
    /// The reason why playback is waiting, while ``timeControlStatus`` is waiting; otherwise `nil`.
    public internal(set) var reasonForWaitingToPlay: WaitingReason?
    /// The last reported ``position``, for observers.
    var publishedPosition = 0.0
    /// The last reported ``timeline``, for observers.
    var publishedTimeline = Timeline()
    /// The caption cues that are shown now; their times are positions at the time of appearance.
    public internal(set) var currentCues: [CaptionCue] = []
    /// The duration of the current item, in seconds; infinite for live, negative for DVR (the length of the window), 0 until it is known.
    public internal(set) var duration = 0.0
    /// The loaded ranges, in seconds.
    public internal(set) var bufferedRanges: [TimeRange] = []
    /// The track model of the current item, from just before `ready` on; `nil` while no item is open.
    public internal(set) var media: MediaDescription?
    /// The list. A loaded list replaces it when the current item is closed.
    public internal(set) var items: [PlayerItem] = []
    /// The current item, or `nil` before the first load and after a release.
    public internal(set) var currentItem: PlayerItem?
    /// The item that plays next, from ``PlayerConfiguration/Playlist/nextUpOffset`` on, for a "next up" view. `nil` before that position, for live
    /// and DVR, and without a next item.
    public internal(set) var nextUpItem: PlayerItem?
    /// The index of the current item, or `nil` before the first load and after a release.
    public internal(set) var currentIndex: Int?
    /// The ad that is shown instead of the content, from its first frame on; `nil` without an ad.
    public internal(set) var advertisement: Advertisement?
    /// The ad to show over the content, from its onAdCompanions until the view reports its end; `nil` without an ad.
    public internal(set) var overlayAd: OverlayAd?
    /// Whether an ad break is shown: the content is held, `play()` and `pause()` act on the ad, and seeks wait for the end of the break.
    public internal(set) var isInAdBreak = false
    /// The fatal error, while the state is `error`.
    public internal(set) var error: PlaybackError?

    // MARK: Settings, as reported

    /// The last reported ``rate``, for observers.
    var publishedRate = 1.0
    /// The last reported ``volume``, for observers.
    var publishedVolume = 1.0
    /// The last reported ``isMuted``, for observers.
    var publishedIsMuted = false
    /// The last reported ``intendsToPlay``, for observers.
    var publishedIntendsToPlay = false

    // MARK: Listeners

    /// The delegate, which receives every event first; not retained.
    @ObservationIgnored public weak var delegate: (any PlayerDelegate)?
    @ObservationIgnored let dispatcher = EventDispatcher()
    @ObservationIgnored let observers = PropertyObservers<Player>()
    @ObservationIgnored let timeObservers = TimeObservers()

    // MARK: Internals

    /// The configuration of the player.
    @ObservationIgnored public let configuration: PlayerConfiguration
    /// The session that plays, on the main actor's executor; the player observes it.
    @ObservationIgnored nonisolated let session: PlaybackSession
    /// The interactive creatives of the session's ads.
    @ObservationIgnored let interactiveAds: InteractiveAds
    /// Whether the last change of state was the failure of an item, whose warning follows.
    @ObservationIgnored var hasItemFailed = false
    @ObservationIgnored let standing = StandingTicker()
    /// The number of loads, by which a pending request of a list detects that another load followed.
    @ObservationIgnored var loads = 0
    /// The list before it was shuffled; `nil` if it is not.
    @ObservationIgnored var orderBeforeShuffle: [PlayerItem]?
    /// Whether the player is invisible: its window is hidden, minimized or on another workspace. Set by the view that shows the player.
    ///
    /// If the category of the audio session plays in the background, the sound continues, and pictures are neither decoded nor shown; with
    /// other categories, a playing player pauses with the reason `background`, and stays paused. False by default.
    public var isInBackground = false { didSet { if isInBackground != oldValue { followBackground() } } }
    /// Whether video is decoded and shown. While disabled, sound and playhead continue; when enabled again, video resumes from the key
    /// frame before the playhead, in sync with the sound. Kept across items. True by default.
    public var isVideoEnabled = true { didSet { if isVideoEnabled != oldValue { followBackground() } } }

    /// The presenter of interactive creatives (SIMID) over the picture; with `nil`, the default, only the media of such ads is played.
    @ObservationIgnored public var interactiveAdPresenter: (any InteractiveAdPresenter)? { didSet { followPresenter() } }

    /// Creates a player; it is idle until a load.
    ///
    /// If the main thread is blocked (a semaphore, a `sleep`), the call waits indefinitely, and after some seconds prints a line to stderr.
    public init(configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.configuration = configuration
        let link = WeakLink<Player>()
        session = PlaybackSession(configuration: configuration, isolation: SessionIsolation(on: nil)) { output in
            MainActor.assumeIsolated { link.target?.perform(output) }
        }
        interactiveAds = InteractiveAds(timers: AdTimers(clock: configuration.clock, isolation: session.isolation))
        interactiveAds.onReport = { [weak self] number, report in self?.submit(.ad(.playback(ad: number, .interactive(report)))) }
        interactiveAds.onWish = { [weak self] in self?.perform($0) }
        link.connect(self)
    }

    /// Creates a player with one item loaded. The first events precede any listener; to receive them, create a player without an item.
    public convenience init(playerItem: PlayerItem, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.init(configuration: configuration)
        load(playerItem)
    }

    /// Creates a player with one stream loaded; ``play(reason:)`` plays it, with sound if a sound server exists.
    ///
    /// The first events (onPlaylist, onPlaylistItem, onStateChange to opening) are emitted before listeners can be added; to receive them,
    /// create a player without a stream, add listeners, and load.
    /// - Parameters:
    ///   - url: The `http`, `https` or `file` URL of an HLS playlist or a media file.
    ///   - configuration: The configuration of the player.
    public convenience init(url: URL, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.init(playerItem: PlayerItem(url: url), configuration: configuration)
    }

    isolated deinit {
        timeObservers.end()
        standing.stop()
        interactiveAds.perform(.removeAll)
    }
}

extension Player {
    /// Sets an observable property if the value differs, and notifies its observers. Every change of one goes through here.
    /// - Parameters:
    ///   - property: The property.
    ///   - value: The new value.
    ///   - published: The computed property that observers know instead; `nil` for `property`.
    func set<Value: Equatable>(
        _ property: ReferenceWritableKeyPath<Player, Value>, to value: Value, as published: KeyPath<Player, Value>? = nil
    ) {
        observers.set(property, of: self, to: value, as: published)
    }
}
