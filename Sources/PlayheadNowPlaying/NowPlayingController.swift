import Foundation
import Playhead
import PlayheadTransport

/// Lets media keys, lock screens and other programs see and control a player: MPRIS 2.2, on the session bus.
///
/// It does so as long as it lives, until ``close()``. Several players may have one each; of one process only that which played last can be
/// controlled. Commands reach the player with the reason `interaction`. All of it is on the main actor, which never waits for the bus.
@MainActor
public final class NowPlayingController {
    /// The player that is shown and controlled.
    public let player: Player
    /// Whether there are controls. The configuration's `displayLockScreenControls` at first.
    public var displaysControls: Bool { didSet { if displaysControls != oldValue { update() } } }
    /// What the player's audio session says; controls are there if it ``NowPlayingSession/showsControls``.
    public var session: NowPlayingSession { NowPlayingSession(player.configuration.audioSession.policy) }
    /// Whether an ad plays that is not the player's own, which needs no telling: then the title says so, and there is nothing to skip or seek.
    public var isShowingAdvertisement = false { didSet { if isShowingAdvertisement != oldValue { update() } } }
    /// Whether the player can be reached.
    public private(set) var availability = NowPlayingAvailability.off {
        didSet { if availability != oldValue { onAvailability?(availability) } }
    }
    /// Hears of every change of ``availability``, so of a missing bus once.
    public var onAvailability: (@MainActor (NowPlayingAvailability) -> Void)?
    /// Whether media keys go to this player: it has controls, and of those in this process it played last.
    public var isActive: Bool { center.active === self }

    /// Whether a view made it because nobody else did: it gives way to one that the app makes for the same player.
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

    /// Shows a player from now on.
    public convenience init(player: Player, options: NowPlayingOptions = NowPlayingOptions()) {
        self.init(player: player, options: options, center: .shared, makeBus: sessionBus)
    }

    /// Shows a player from now on, unless the app does, or until it does.
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
        displaysControls = player.configuration.displayLockScreenControls
        listening = player.onEvent { [weak self] event in self?.hear(event) }
        sessionToken = player.configuration.audioSession.listen { [weak self] event in
            if event == .policyChanged { Task { @MainActor in self?.update() } }
        }
        if center.admits(self) { update() } else { close() }
    }

    isolated deinit { close() }

    /// Has media keys go to this player, until another one plays.
    public func becomeActive() { center.activate(self) }

    /// Takes the controls away for good.
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

    private func hear(_ event: any PlayerEvent) {
        track.hear(event)
        switch event {
        case is TimeEvent where !isUpdateDue: return move()
        case is BufferChangeEvent: return
        case is SeekedEvent: return update(isJump: true)
        case is PlayEvent: center.activate(self)
        default: break
        }
        // Of what happens at once only the outcome is told.
        guard !isUpdateDue else { return }
        isUpdateDue = true
        Task { [weak self] in if self?.isUpdateDue == true { self?.update() } }
    }

    /// The playhead moved; mostly nothing else did.
    private func move() {
        guard bus != nil else { return }
        if facts.duration != player.duration || facts.kind != player.timeline.kind { return update() }
        let jump = learn()
        if let jump { bus?.show(facts.properties, shownPosition, jump: jump) } else { bus?.show(shownPosition) }
    }

    /// Brings what is shown up to date.
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
        let jump = learn(isJump: isJump)
        if bus == nil { connect() }
        bus?.show(facts.properties, shownPosition, jump: jump)
    }

    private func gather() {
        facts.applicationName = options.applicationName
        facts.desktopEntry = options.desktopEntry
        facts.canQuit = options.onQuit != nil
        facts.canRaise = options.onRaise != nil
        facts.canOpen = options.onOpen != nil
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
        facts.item = player.currentItem.flatMap { item in
            player.currentIndex.map { index in
                NowPlayingFacts.Item(
                    number: track.number, index: index, count: player.items.count, url: item.url.withoutSecrets, info: item.nowPlayingInfo,
                    fileName: item.fileName)
            }
        }
        facts.artworkFile = facts.isShown && facts.item != nil ? artwork.file(for: facts.artwork) : nil
    }

    // MARK: The position

    /// Where the playhead is, or a seek that is on its way leads.
    private var position: Double { track.seekTarget ?? player.position }

    private var shownPosition: ShownPosition {
        guard facts.length != nil, facts.playback != .stopped || facts.state == .ended else { return ShownPosition() }
        let isMoving = facts.state == .playing && player.configuration.pacing == .realTime
        return ShownPosition(
            position: position, time: player.configuration.clock.now, speed: isMoving ? facts.rate : 0, length: facts.length)
    }

    private func learn(isJump: Bool = false) -> Double? {
        let isKnown = facts.length != nil && facts.state != .seeking
        // While data is waited for the playhead will move on from where it is; when it does, clients are told by how much it is late.
        let isSteady = player.configuration.pacing == .realTime && [.playing, .paused, .ready].contains(facts.state)
        let fact = PositionBelief.Fact(
            track: facts.trackID, playback: facts.playback, rate: facts.rate, position: isJump || isKnown && isSteady ? position : nil,
            isJump: isJump)
        let jump = belief.learn(fact, at: player.configuration.clock.now)
        return facts.length == nil ? nil : jump
    }

    // MARK: From the bus

    private func connect() {
        availability = .connecting
        bus = makeBus(
            options, player.configuration.clock,
            { [weak self] call, command in Task { @MainActor in self?.take(call, command) } },
            { [weak self] news in Task { @MainActor in self?.take(news) } })
    }

    private func take(_ news: BusNews) {
        guard bus != nil else { return }
        switch news {
        case .registered(let name): availability = .available(name: name)
        case .unavailable(let reason): availability = .unavailable(reason: reason)
        }
    }

    private func take(_ call: UInt64, _ command: MPRISCommand) {
        gather()
        facts.isActive = isActive
        let actions = facts.actions(for: command, position: position, seekable: player.timeline.seekableRange)
        for action in actions where action != .quit { carryOut(action) }
        update()
        guard actions.contains(.quit) else { bus?.done(call); return }
        // The application leaves the bus as it ends: who asked for it is answered before.
        guard let bus else { options.onQuit?(); return }
        bus.done(call) { [onQuit = options.onQuit] in Task { @MainActor in onQuit?() } }
    }

    private func carryOut(_ action: NowPlayingAction) {
        switch action {
        case .raise: options.onRaise?()
        case .quit: break  // Follows the answer.
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
        }
    }
}
