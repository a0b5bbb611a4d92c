import Foundation
import Playhead
@_exported import PlayheadNumbers
import PlayheadTransport

/// Lets media keys, lock screens and other programs show and control a player: MPRIS 2.2 on the session bus.
///
/// The controller works until it is released or closed with ``close()``. Several players may have a controller each; of the players of a
/// process, only the one that played last is controlled. Commands reach the player with the reason `interaction`. The controller belongs to
/// the main actor, which never waits for the bus.
@MainActor
public final class NowPlayingController {
    /// The controlled player.
    public let player: Player
    /// Whether controls are published. The initial value is the configuration's `displaysLockScreenControls`.
    public var displaysControls: Bool { didSet { if displaysControls != oldValue { update() } } }
    /// The settings of the player's audio session; controls are published if ``NowPlayingSession/showsControls`` is true.
    package var session: NowPlayingSession { NowPlayingSession(player.configuration.audio.session.policy) }
    /// Whether the app plays an ad of its own; the title then says so, and skipping and seeking are disabled. The player's own ads are
    /// handled automatically.
    public var isShowingAdvertisement = false { didSet { if isShowingAdvertisement != oldValue { update() } } }
    /// Whether the player is reachable on the bus.
    public private(set) var availability = NowPlayingAvailability.off {
        didSet { if availability != oldValue { onAvailability?(availability) } }
    }
    /// Called when ``availability`` changes.
    public var onAvailability: (@MainActor (NowPlayingAvailability) -> Void)?
    /// Whether media keys control this player: it has controls, and of those in this process it played last.
    public var isActive: Bool { center.active === self }

    /// Whether a view created the controller because the app did not: it is closed when the app creates one for the same player.
    let isStandIn: Bool
    let options: NowPlayingOptions
    let center: NowPlayingCenter
    private(set) var facts = NowPlayingFacts()
    private var belief = PositionBelief()
    private var track = CurrentTrack()
    private lazy var artwork = ArtworkFetcher(folder: options.artworkFolder) { [weak self] in self?.update() }
    private var listening: ObservationToken?
    private var sessionToken: AudioSession.Token?
    private var isClosed = false
    private var isUpdateDue = false
    private var bus: (any NowPlayingBus)?
    private let makeBus: NowPlayingBusFactory

    /// Publishes a player.
    public convenience init(player: Player, options: NowPlayingOptions = NowPlayingOptions()) {
        self.init(player: player, options: options, center: .shared, makeBus: sessionBus)
    }

    /// Publishes a player until the app creates a controller for it; a closed controller results if there already is one.
    package convenience init(standingInFor player: Player, options: NowPlayingOptions) {
        self.init(player: player, options: options, isStandIn: true, center: .shared, makeBus: sessionBus)
    }

    init(
        player: Player, options: NowPlayingOptions, isStandIn: Bool = false, center: NowPlayingCenter,
        makeBus: @escaping NowPlayingBusFactory
    ) {
        self.player = player
        self.isStandIn = isStandIn
        self.options = options
        self.center = center
        self.makeBus = makeBus
        displaysControls = player.configuration.displaysLockScreenControls
        listening = player.onEvent { [weak self] event in self?.handle(event) }
        sessionToken = player.configuration.audio.session.listen { [weak self] event in
            if event == .policyChanged { Task { @MainActor in self?.update() } }
        }
        if center.admits(self) { update() } else { close() }
    }

    isolated deinit { close() }

    /// Makes this player the target of media keys, until another one plays.
    public func becomeActive() { center.activate(self) }

    /// Removes the controls permanently.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        listening?.invalidate()
        sessionToken = nil
        artwork.close()
        center.dismiss(self)
        bus?.close()
        bus = nil
        availability = .off
    }

    // MARK: From the player

    private func handle(_ event: any PlayerEvent) {
        track.handle(event)
        switch event {
        case is TimeEvent where !isUpdateDue: return move()
        case is BufferChangeEvent: return
        case is SeekedEvent: return update(isJump: true)
        case is PlayEvent: center.activate(self)
        default: break
        }
        // Simultaneous changes cause a single update.
        guard !isUpdateDue else { return }
        isUpdateDue = true
        Task { [weak self] in if self?.isUpdateDue == true { self?.update() } }
    }

    /// Handles a movement of the playhead, usually without any other change.
    private func move() {
        guard bus != nil else { return }
        let isSame =
            facts.duration == player.duration && facts.kind == player.timeline.kind && facts.repeatMode == player.repeatMode
            && facts.isShuffled == player.isShuffled
        guard isSame else { return update() }
        let jump = updateBelief()
        if let jump { bus?.show(facts.properties, shownPosition, jump: jump) } else { bus?.show(shownPosition) }
    }

    /// Publishes the current state.
    func update(isJump: Bool = false) {
        guard !isClosed else { return }
        isUpdateDue = false
        gather()
        guard facts.isShown else {
            center.leave(self)
            bus?.close()
            bus = nil
            availability = .off
            return
        }
        center.join(self)
        facts.isActive = isActive
        let jump = updateBelief(isJump: isJump)
        if bus == nil { connect() }
        bus?.show(facts.properties, shownPosition, jump: jump)
    }

    private func gather() {
        facts.applicationName = options.applicationName
        facts.desktopEntry = options.desktopEntry
        facts.canQuit = options.onQuit != nil
        facts.canRaise = options.onRaise != nil
        facts.canOpen = options.onOpen != nil
        facts.canSetFullscreen = options.onFullscreen != nil
        facts.isWanted = displaysControls
        facts.session = session
        facts.defaults = player.configuration.nowPlaying
        facts.isAdvertisement = isShowingAdvertisement || player.isInAdBreak
        facts.isInAdBreak = player.isInAdBreak
        facts.state = player.state
        facts.playerState = player.playerState
        facts.intendsToPlay = player.intendsToPlay
        facts.kind = player.timeline.kind
        facts.duration = player.duration
        facts.rate = player.rate
        facts.volume = player.volume
        facts.isMuted = player.isMuted
        facts.isFullscreen = player.view.isFullscreen
        facts.repeatMode = player.repeatMode
        facts.isShuffled = player.isShuffled
        facts.item = player.currentItem.flatMap { item in
            player.currentIndex.map { index in
                NowPlayingFacts.Item(
                    number: track.number, index: index, count: player.items.count, url: item.url.withoutSecrets, info: item.nowPlayingInfo,
                    cover: item.embeddedArtwork, fileName: item.fileName)
            }
        }
        facts.artworkFile = facts.isShown && facts.item != nil ? artwork.file(for: facts.artwork) : nil
    }

    // MARK: The position

    /// The playhead, or the target of a pending seek.
    private var position: Double { track.seekTarget ?? player.position }

    private var shownPosition: ShownPosition {
        guard facts.length != nil, facts.playback != .stopped || facts.state == .ended else { return ShownPosition() }
        let isMoving = facts.state == .playing && player.configuration.pacing == .realTime
        return ShownPosition(
            position: position, time: player.configuration.clock.now, speed: isMoving ? facts.rate : 0, length: facts.length)
    }

    private func updateBelief(isJump: Bool = false) -> Double? {
        let isKnown = facts.length != nil && facts.state != .seeking
        // While playback waits for data, no position is recorded: when it resumes, clients get a signal with the actual position.
        let isSteady = player.configuration.pacing == .realTime && [.playing, .paused, .ready].contains(facts.state)
        let fact = PositionBelief.Fact(
            track: facts.trackID, playback: facts.playback, rate: facts.rate, position: isJump || isKnown && isSteady ? position : nil,
            isJump: isJump)
        let jump = belief.update(fact, at: player.configuration.clock.now)
        return facts.length == nil ? nil : jump
    }

    // MARK: From the bus

    private func connect() {
        availability = .connecting
        bus = makeBus(
            options, player.configuration.clock,
            { [weak self] call, command in Task { @MainActor in self?.handle(call, command) } },
            { [weak self] news in Task { @MainActor in self?.handle(news) } })
    }

    private func handle(_ news: BusNews) {
        guard bus != nil else { return }
        switch news {
        case .registered(let name): availability = .available(name: name)
        case .unavailable(let reason): availability = .unavailable(reason: reason)
        }
    }

    private func handle(_ call: UInt64, _ command: MPRISCommand) {
        gather()
        facts.isActive = isActive
        let actions = facts.actions(for: command, position: position, seekable: player.timeline.seekableRange)
        for action in actions where action != .quit { perform(action) }
        update()
        guard actions.contains(.quit) else { bus?.done(call); return }
        // The application ends its connection by quitting, so the caller is answered first.
        guard let bus else { options.onQuit?(); return }
        bus.done(call) { [onQuit = options.onQuit] in Task { @MainActor in onQuit?() } }
    }

    private func perform(_ action: NowPlayingAction) {
        switch action {
        case .raise: options.onRaise?()
        case .quit: break  // Performed after the reply.
        case .play: player.play(reason: .interaction)
        case .retry:
            if let index = player.currentIndex { player.selectItem(index) }
            player.play(reason: .interaction)
        case .pause: player.pause(reason: .interaction)
        case .stop: player.stop()
        case .next: player.next()
        case .previous: player.previous()
        case .seek(let position): player.seek(to: position)
        case .rate(let rate): player.rate = rate
        case .volume(let volume): player.volume = volume
        case .unmute: player.isMuted = false
        case .open(let url): options.onOpen?(url)
        case .fullscreen(let isFullscreen): options.onFullscreen?(isFullscreen)
        case .repeatMode(let mode): player.repeatMode = mode
        case .shuffled(let isShuffled): player.isShuffled = isShuffled
        }
    }
}

/// The facts that only events contain: the number of the current item, and the target of a pending seek.
struct CurrentTrack {
    private(set) var number = 1
    private(set) var seekTarget: Double?

    mutating func handle(_ event: any PlayerEvent) {
        switch event {
        case is PlaylistItemEvent:
            // The first item may have become current before this value observed events.
            number += 1
            seekTarget = nil
        case let seek as SeekEvent: seekTarget = seek.offset
        case is SeekedEvent, is IdleEvent: seekTarget = nil
        default: break
        }
    }
}
