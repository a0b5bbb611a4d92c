import Foundation
import Observation
@_exported import PlayheadAudioSession
@_exported import PlayheadCore

/// Plays a list of items and tells, exactly and in order, everything that happens.
///
/// All of it is on the main actor. Events reach the delegate, the listeners, the closures, NotificationCenter and the async sequences one after
/// the other, each event on every channel before the next; an event that is raised inside a callback is told after that callback.
/// What can be read of the player has changed already when the event that tells of it arrives, and not before.
/// Nothing of a playback is told after its ``release()``. Several players in one process know nothing of one another.
///
/// A player that is let go of ends its playback, threads and connections by itself, without telling.
@MainActor
@Observable
public final class Player {
    // It has more than 20 stored properties, because each one can be observed by itself: Observation and key-value observers follow stored properties of the class.

    // MARK: What is happening

    /// The playback state. It has changed already when the event that tells of it arrives.
    public internal(set) var state = PlaybackState.idle {
        willSet { observers.willChange(\Player.state, of: self, from: state, to: newValue) }
        didSet { observers.didChange(\Player.state, of: self, from: oldValue, to: state) }
    }
    /// The coarse state, as in the events' `oldState` and `newState`.
    public internal(set) var playerState = PlayerState.idle {
        willSet { observers.willChange(\Player.playerState, of: self, from: playerState, to: newValue) }
        didSet { observers.didChange(\Player.playerState, of: self, from: oldValue, to: playerState) }
    }
    /// Whether the playhead moves, is about to, or is meant to stand: from the intent and the state.
    public internal(set) var timeControlStatus = TimeControlStatus.paused {
        willSet { observers.willChange(\Player.timeControlStatus, of: self, from: timeControlStatus, to: newValue) }
        didSet { observers.didChange(\Player.timeControlStatus, of: self, from: oldValue, to: timeControlStatus) }
    }
    /// Why the playhead can't move yet, while ``timeControlStatus`` is waiting; otherwise `nil`.
    public internal(set) var reasonForWaitingToPlay: WaitingReason? {
        willSet { observers.willChange(\Player.reasonForWaitingToPlay, of: self, from: reasonForWaitingToPlay, to: newValue) }
        didSet { observers.didChange(\Player.reasonForWaitingToPlay, of: self, from: oldValue, to: reasonForWaitingToPlay) }
    }
    /// What was told of ``position``, for those who observe it.
    var toldPosition = 0.0 {
        willSet { observers.willChange(\Player.position, of: self, from: toldPosition, to: newValue) }
        didSet { observers.didChange(\Player.position, of: self, from: oldValue, to: toldPosition) }
    }
    /// What was told of ``timeline``, for those who observe it.
    var toldTimeline = Timeline() {
        willSet { observers.willChange(\Player.timeline, of: self, from: toldTimeline, to: newValue) }
        didSet { observers.didChange(\Player.timeline, of: self, from: oldValue, to: toldTimeline) }
    }
    /// The caption cues that are shown now; their times are positions, as they were when they appeared.
    public internal(set) var currentCues: [CaptionCue] = [] {
        willSet { observers.willChange(\Player.currentCues, of: self, from: currentCues, to: newValue) }
        didSet { observers.didChange(\Player.currentCues, of: self, from: oldValue, to: currentCues) }
    }
    /// Length of the current item, in seconds; infinite for live, negative for DVR (the window's length), 0 until it is known.
    public internal(set) var duration = 0.0 {
        willSet { observers.willChange(\Player.duration, of: self, from: duration, to: newValue) }
        didSet { observers.didChange(\Player.duration, of: self, from: oldValue, to: duration) }
    }
    /// What is loaded, in seconds.
    public internal(set) var bufferedRanges: [TimeRange] = [] {
        willSet { observers.willChange(\Player.bufferedRanges, of: self, from: bufferedRanges, to: newValue) }
        didSet { observers.didChange(\Player.bufferedRanges, of: self, from: oldValue, to: bufferedRanges) }
    }
    /// The track model of the current item, from just before `ready` on; `nil` while none is open.
    public internal(set) var media: MediaDescription? {
        willSet { observers.willChange(\Player.media, of: self, from: media, to: newValue) }
        didSet { observers.didChange(\Player.media, of: self, from: oldValue, to: media) }
    }
    /// The list. A loaded one takes its place when what played before is closed.
    public internal(set) var items: [PlayerItem] = [] {
        willSet { observers.willChange(\Player.items, of: self, from: items, to: newValue) }
        didSet { observers.didChange(\Player.items, of: self, from: oldValue, to: items) }
    }
    /// The current item, or `nil` before the first load and after a release.
    public internal(set) var currentItem: PlayerItem? {
        willSet { observers.willChange(\Player.currentItem, of: self, from: currentItem, to: newValue) }
        didSet { observers.didChange(\Player.currentItem, of: self, from: oldValue, to: currentItem) }
    }
    /// The item that comes next, from ``PlayerConfiguration/Playlist/nextUpOffset`` on: what a view shows as "next up". `nil` before, for live and DVR, and
    /// where none comes.
    public internal(set) var nextUpItem: PlayerItem? {
        willSet { observers.willChange(\Player.nextUpItem, of: self, from: nextUpItem, to: newValue) }
        didSet { observers.didChange(\Player.nextUpItem, of: self, from: oldValue, to: nextUpItem) }
    }
    /// Index of the current item, or `nil` before the first load and after a release.
    public internal(set) var currentIndex: Int? {
        willSet { observers.willChange(\Player.currentIndex, of: self, from: currentIndex, to: newValue) }
        didSet { observers.didChange(\Player.currentIndex, of: self, from: oldValue, to: currentIndex) }
    }
    /// The ad that is shown in the content's place, from its first picture on; `nil` where none is.
    public internal(set) var advertisement: Advertisement? {
        willSet { observers.willChange(\Player.advertisement, of: self, from: advertisement, to: newValue) }
        didSet { observers.didChange(\Player.advertisement, of: self, from: oldValue, to: advertisement) }
    }
    /// The ad that is offered to be shown over the content, from its onAdCompanions on, until what shows it says that it is over; `nil` where none is.
    public internal(set) var overlayAd: OverlayAd? {
        willSet { observers.willChange(\Player.overlayAd, of: self, from: overlayAd, to: newValue) }
        didSet { observers.didChange(\Player.overlayAd, of: self, from: oldValue, to: overlayAd) }
    }
    /// Where the ad break is that is shown, for those who observe ``isInAdBreak``.
    var toldBreak: AdPosition? {
        willSet { observers.willChange(\Player.isInAdBreak, of: self, from: toldBreak != nil, to: newValue != nil) }
        didSet { observers.didChange(\Player.isInAdBreak, of: self, from: oldValue != nil, to: toldBreak != nil) }
    }
    /// The fatal error, while the state is `error`.
    public internal(set) var error: PlaybackError? {
        willSet { observers.willChange(\Player.error, of: self, from: error, to: newValue) }
        didSet { observers.didChange(\Player.error, of: self, from: oldValue, to: error) }
    }

    // MARK: What was asked for, as it was told

    /// What was told of ``rate``, for those who observe it.
    var toldRate = 1.0 {
        willSet { observers.willChange(\Player.rate, of: self, from: toldRate, to: newValue) }
        didSet { observers.didChange(\Player.rate, of: self, from: oldValue, to: toldRate) }
    }
    /// What was told of ``volume``, for those who observe it.
    var toldVolume = 1.0 {
        willSet { observers.willChange(\Player.volume, of: self, from: toldVolume, to: newValue) }
        didSet { observers.didChange(\Player.volume, of: self, from: oldValue, to: toldVolume) }
    }
    /// What was told of ``isMuted``, for those who observe it.
    var toldIsMuted = false {
        willSet { observers.willChange(\Player.isMuted, of: self, from: toldIsMuted, to: newValue) }
        didSet { observers.didChange(\Player.isMuted, of: self, from: oldValue, to: toldIsMuted) }
    }
    /// What was told of ``intendsToPlay``, for those who observe it.
    var toldIntendsToPlay = false {
        willSet { observers.willChange(\Player.intendsToPlay, of: self, from: toldIntendsToPlay, to: newValue) }
        didSet { observers.didChange(\Player.intendsToPlay, of: self, from: oldValue, to: toldIntendsToPlay) }
    }

    // MARK: Listeners

    /// Hears every event first; it is not kept alive.
    @ObservationIgnored public weak var delegate: (any PlayerDelegate)?
    @ObservationIgnored let dispatcher = EventDispatcher()
    @ObservationIgnored let observers = PropertyObservers<Player>()
    @ObservationIgnored let timeObservers = TimeObservers()

    // MARK: Inside

    /// How the player behaves.
    @ObservationIgnored public let configuration: PlayerConfiguration
    /// What plays, on the main actor's executor; the player observes it.
    @ObservationIgnored nonisolated let session: PlaybackSession
    /// The interactive creatives of the session's ads.
    @ObservationIgnored let interactiveAds: InteractiveAds
    /// Whether the last change of state was an item's failing, which is told next.
    @ObservationIgnored var hasItemFailed = false
    @ObservationIgnored let standing = StandingTicker()
    /// Counts loads, so that a list that is still being fetched knows that another came after it.
    @ObservationIgnored var loads = 0
    /// Whether nobody sees the player: its window is hidden, minimised or on another workspace. A view that shows it says so.
    ///
    /// Where the audio session's category plays in the background the sound goes on, and pictures are neither decoded nor shown; with other
    /// categories a player that plays pauses with the reason `background`, and stays so. False by default.
    public var isInBackground = false { didSet { if isInBackground != oldValue { followBackground() } } }
    /// Whether pictures are wanted. Without them decoding them is left out, while sound and playhead go on; when they are wanted again they come from the
    /// key frame before the playhead, in step with the sound. Kept across items. True by default.
    public var isVideoEnabled = true { didSet { if isVideoEnabled != oldValue { followBackground() } } }

    /// What runs interactive creatives (SIMID) over the picture; `nil`, as it is by default, where nothing does: of ads with one the media is played alone then.
    @ObservationIgnored public var interactiveAdPresenter: (any InteractiveAdPresenter)? { didSet { followPresenter() } }

    /// Makes a player; it does nothing before a load.
    ///
    /// It is made on the main actor. Where the main thread is blocked (a semaphore, a `sleep`) the call waits for ever; a line on standard error says so after some seconds.
    public init(configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.configuration = configuration
        let link = WeakLink<Player>()
        session = PlaybackSession(configuration: configuration, isolation: SessionIsolation(on: nil)) { output in
            MainActor.assumeIsolated { link.target?.perform(output) }
        }
        interactiveAds = InteractiveAds(timers: AdTimers(clock: configuration.clock, isolation: session.isolation))
        interactiveAds.hear = { [weak self] number, report in self?.submit(.ad(.playback(ad: number, .interactive(report)))) }
        interactiveAds.carryOut = { [weak self] in self?.perform($0) }
        link.connect(self)
    }

    /// Makes a player with one item loaded. Its first events are told before anyone can listen; make one without, listen, and load, to hear them.
    public convenience init(playerItem: PlayerItem, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.init(configuration: configuration)
        load(playerItem)
    }

    /// Creates a player with one stream loaded; ``play(reason:)`` plays it, with sound where a sound server exists.
    ///
    /// Its first events (onPlaylist, onPlaylistItem, onStateChange to opening) are emitted before anyone can listen; create a player without a
    /// stream, listen, and load, to receive them.
    /// - Parameters:
    ///   - url: `http`, `https` or `file`; an HLS playlist or a media file.
    ///   - configuration: The behaviour of the player.
    public convenience init(url: URL, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.init(playerItem: PlayerItem(url: url), configuration: configuration)
    }

    isolated deinit {
        timeObservers.end()
        standing.stop()
        interactiveAds.perform(.removeAll)
    }
}
