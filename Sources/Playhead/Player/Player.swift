import Foundation
import Observation
@_exported import PlayheadAudioSession
@_exported import PlayheadCore

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
    public internal(set) var state = PlaybackState.idle {
        willSet { observers.willChange(\Player.state, of: self, from: state, to: newValue) }
        didSet { observers.didChange(\Player.state, of: self, from: oldValue, to: state) }
    }
    /// The coarse state, as in the `oldState` and `newState` of events.
    public internal(set) var playerState = PlayerState.idle {
        willSet { observers.willChange(\Player.playerState, of: self, from: playerState, to: newValue) }
        didSet { observers.didChange(\Player.playerState, of: self, from: oldValue, to: playerState) }
    }
    /// Whether playback is paused, playing, or waiting to play; derived from the intent and the state.
    public internal(set) var timeControlStatus = TimeControlStatus.paused {
        willSet { observers.willChange(\Player.timeControlStatus, of: self, from: timeControlStatus, to: newValue) }
        didSet { observers.didChange(\Player.timeControlStatus, of: self, from: oldValue, to: timeControlStatus) }
    }
    /// The reason why playback is waiting, while ``timeControlStatus`` is waiting; otherwise `nil`.
    public internal(set) var reasonForWaitingToPlay: WaitingReason? {
        willSet { observers.willChange(\Player.reasonForWaitingToPlay, of: self, from: reasonForWaitingToPlay, to: newValue) }
        didSet { observers.didChange(\Player.reasonForWaitingToPlay, of: self, from: oldValue, to: reasonForWaitingToPlay) }
    }
    /// The last reported ``position``, for observers.
    var publishedPosition = 0.0 {
        willSet { observers.willChange(\Player.position, of: self, from: publishedPosition, to: newValue) }
        didSet { observers.didChange(\Player.position, of: self, from: oldValue, to: publishedPosition) }
    }
    /// The last reported ``timeline``, for observers.
    var publishedTimeline = Timeline() {
        willSet { observers.willChange(\Player.timeline, of: self, from: publishedTimeline, to: newValue) }
        didSet { observers.didChange(\Player.timeline, of: self, from: oldValue, to: publishedTimeline) }
    }
    /// The caption cues that are shown now; their times are positions at the time of appearance.
    public internal(set) var currentCues: [CaptionCue] = [] {
        willSet { observers.willChange(\Player.currentCues, of: self, from: currentCues, to: newValue) }
        didSet { observers.didChange(\Player.currentCues, of: self, from: oldValue, to: currentCues) }
    }
    /// The duration of the current item, in seconds; infinite for live, negative for DVR (the length of the window), 0 until it is known.
    public internal(set) var duration = 0.0 {
        willSet { observers.willChange(\Player.duration, of: self, from: duration, to: newValue) }
        didSet { observers.didChange(\Player.duration, of: self, from: oldValue, to: duration) }
    }
    /// The loaded ranges, in seconds.
    public internal(set) var bufferedRanges: [TimeRange] = [] {
        willSet { observers.willChange(\Player.bufferedRanges, of: self, from: bufferedRanges, to: newValue) }
        didSet { observers.didChange(\Player.bufferedRanges, of: self, from: oldValue, to: bufferedRanges) }
    }
    /// The track model of the current item, from just before `ready` on; `nil` while no item is open.
    public internal(set) var media: MediaDescription? {
        willSet { observers.willChange(\Player.media, of: self, from: media, to: newValue) }
        didSet { observers.didChange(\Player.media, of: self, from: oldValue, to: media) }
    }
    /// The list. A loaded list replaces it when the current item is closed.
    public internal(set) var items: [PlayerItem] = [] {
        willSet { observers.willChange(\Player.items, of: self, from: items, to: newValue) }
        didSet { observers.didChange(\Player.items, of: self, from: oldValue, to: items) }
    }
    /// The current item, or `nil` before the first load and after a release.
    public internal(set) var currentItem: PlayerItem? {
        willSet { observers.willChange(\Player.currentItem, of: self, from: currentItem, to: newValue) }
        didSet { observers.didChange(\Player.currentItem, of: self, from: oldValue, to: currentItem) }
    }
    /// The item that plays next, from ``PlayerConfiguration/Playlist/nextUpOffset`` on, for a "next up" view. `nil` before that position, for live
    /// and DVR, and without a next item.
    public internal(set) var nextUpItem: PlayerItem? {
        willSet { observers.willChange(\Player.nextUpItem, of: self, from: nextUpItem, to: newValue) }
        didSet { observers.didChange(\Player.nextUpItem, of: self, from: oldValue, to: nextUpItem) }
    }
    /// The index of the current item, or `nil` before the first load and after a release.
    public internal(set) var currentIndex: Int? {
        willSet { observers.willChange(\Player.currentIndex, of: self, from: currentIndex, to: newValue) }
        didSet { observers.didChange(\Player.currentIndex, of: self, from: oldValue, to: currentIndex) }
    }
    /// The ad that is shown instead of the content, from its first frame on; `nil` without an ad.
    public internal(set) var advertisement: Advertisement? {
        willSet { observers.willChange(\Player.advertisement, of: self, from: advertisement, to: newValue) }
        didSet { observers.didChange(\Player.advertisement, of: self, from: oldValue, to: advertisement) }
    }
    /// The ad to show over the content, from its onAdCompanions until the view reports its end; `nil` without an ad.
    public internal(set) var overlayAd: OverlayAd? {
        willSet { observers.willChange(\Player.overlayAd, of: self, from: overlayAd, to: newValue) }
        didSet { observers.didChange(\Player.overlayAd, of: self, from: oldValue, to: overlayAd) }
    }
    /// The position of the ad break that is shown, for observers of ``isInAdBreak``.
    var publishedBreak: AdPosition? {
        willSet { observers.willChange(\Player.isInAdBreak, of: self, from: publishedBreak != nil, to: newValue != nil) }
        didSet { observers.didChange(\Player.isInAdBreak, of: self, from: oldValue != nil, to: publishedBreak != nil) }
    }
    /// The fatal error, while the state is `error`.
    public internal(set) var error: PlaybackError? {
        willSet { observers.willChange(\Player.error, of: self, from: error, to: newValue) }
        didSet { observers.didChange(\Player.error, of: self, from: oldValue, to: error) }
    }

    // MARK: Settings, as reported

    /// The last reported ``rate``, for observers.
    var publishedRate = 1.0 {
        willSet { observers.willChange(\Player.rate, of: self, from: publishedRate, to: newValue) }
        didSet { observers.didChange(\Player.rate, of: self, from: oldValue, to: publishedRate) }
    }
    /// The last reported ``volume``, for observers.
    var publishedVolume = 1.0 {
        willSet { observers.willChange(\Player.volume, of: self, from: publishedVolume, to: newValue) }
        didSet { observers.didChange(\Player.volume, of: self, from: oldValue, to: publishedVolume) }
    }
    /// The last reported ``isMuted``, for observers.
    var publishedIsMuted = false {
        willSet { observers.willChange(\Player.isMuted, of: self, from: publishedIsMuted, to: newValue) }
        didSet { observers.didChange(\Player.isMuted, of: self, from: oldValue, to: publishedIsMuted) }
    }
    /// The last reported ``intendsToPlay``, for observers.
    var publishedIntendsToPlay = false {
        willSet { observers.willChange(\Player.intendsToPlay, of: self, from: publishedIntendsToPlay, to: newValue) }
        didSet { observers.didChange(\Player.intendsToPlay, of: self, from: oldValue, to: publishedIntendsToPlay) }
    }

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
