import Foundation
import PlayheadAds
import PlayheadCore
import PlayheadEngine

/// Drives the ads of one player: tells its ``AdController`` what happens, and carries out what that says.
///
/// The content is held at three places (before it starts, at a seek, at its end) and where playing comes to a break; whatever becomes of an ad,
/// the controller lets it go on. All is told through the machine, so that ads are in the one order of events.
@MainActor
final class AdCoordinator {
    weak var player: Player?
    private let configuration: PlayerConfiguration
    /// What ads wait for.
    let timers: AdTimers
    private let playback: Playback
    private let stage: AdStage
    private let documents: AdDocuments
    private let caller: AdCaller
    let interactive: InteractiveAds
    /// `nil` where the current item has no ads.
    private(set) var controller: AdController?

    /// Whether the content waits for the controller.
    private(set) var isHolding = false
    /// A seek that is made once the break is over: what was asked for, and where on the playback's timeline that was then.
    var keptSeek: (id: Int, target: Double, place: Double, precision: SeekPrecision)?
    /// The end of the content, while a post-roll is shown.
    var heldEnd: MachineCheckpoint?
    /// Where the viewer came from, who sought while the content was paused: breaks on the way are due once it plays.
    var pausedSeekFrom: Double?
    /// Whether the content has started with its ads known.
    var hasStarted = false
    /// Whether the content has come to its start.
    var hasPassedStart = false
    /// Where the playhead was the last time.
    var lastPlayhead = 0.0
    /// The interstitials of the playlist, and whether there is news of them.
    var interstitials: [AdBreak] = []
    private var hasNewRanges = false
    /// Where playing stands until it is decided how to go on.
    private var fence: Double?
    private var number = 1
    private var told: (duration: Double?, dates: DateMap)?
    /// Overlay ads that are about to be told.
    var offered: [OverlayAd] = []
    private var wasMuted = false
    /// Counts items that were left.
    private var visit = 0
    /// Inputs that arrived while another one is handled.
    private var inputs: [AdInput] = []
    private var isHandling = false

    init(configuration: PlayerConfiguration, playback: Playback) {
        self.configuration = configuration
        self.playback = playback
        timers = AdTimers(clock: configuration.clock)
        stage = AdStage(playback: playback, timers: timers)
        documents = AdDocuments(playback: playback, timers: timers)
        caller = AdCaller(configuration: configuration, timers: timers)
        interactive = InteractiveAds(timers: timers)
        stage.hear = { [weak self] number, report in self?.take(report, of: number) }
        interactive.hear = { [weak self] number, report in self?.handle(.playback(ad: number, .interactive(report))) }
        interactive.carryOut = { [weak self] in self?.carryOut($0) }
        stage.hearMetadata = { [weak self] in self?.player?.submit(.ads(.metadata($0))) }
        documents.answer = { [weak self] in self?.handle($0) }
    }

    /// Whether viewers' commands act on an ad.
    var isInBreak: Bool { controller?.isInBreak ?? false }

    /// Whether an ad is paused, or will be as soon as it is shown.
    var isPaused: Bool { controller?.isPaused ?? false }

    var skipTime: Double? { controller?.skipTime }

    var marks: [Double] { controller?.marks ?? [] }

    /// Requests that are not answered and calls that are under way, for tests that wait for them.
    var pending: Int { documents.count + caller.count }

    /// Passes an input to the controller and performs its outputs.
    ///
    /// All outputs are performed before any of their events is emitted: a command inside a callback finds the controller, the machine and the
    /// stage in one state, and its events follow those that are pending. An input that arrives meanwhile is handled after the current one.
    func handle(_ input: AdInput) {
        guard controller != nil else { return }
        inputs.append(input)
        guard !isHandling else { return }
        guard let player else { return handlePending() }
        player.queueEvents { handlePending() }
    }

    private func handlePending() {
        isHandling = true
        defer { isHandling = false }
        while !inputs.isEmpty {
            let outputs = answer(to: inputs.removeFirst())
            let visit = visit
            for output in outputs where visit == self.visit { carryOut(output) }
            if visit == self.visit { setFence() }
        }
    }

    private func answer(to input: AdInput) -> [AdOutput] {
        controller?.handle(input, now: configuration.clock.now, date: Date().timeIntervalSince1970) ?? []
    }

    /// Another engine is about to start, and has no fence.
    func forgetFence() { fence = nil }

    /// Breaks begin exactly at their places: playing goes no farther before they have.
    private func setFence() {
        guard !isHolding, !isInBreak else { return }
        moveFence()
    }

    /// Before the content goes on: it may be at the next place before anybody looks again.
    private func moveFence() {
        let next = controller?.nextPlace(now: configuration.clock.now)
        guard next != fence else { return }
        fence = next
        playback.setFence(at: next)
    }

    private func carryOut(_ output: AdOutput) {
        switch output {
        case .holdContent: hold()
        case .startContent(let place):
            moveFence()
            release(to: place)
        case .startContentAtSegment(let place):
            moveFence()
            release(to: playback.segmentStart(nearest: place) ?? place)
        case .completeContent: complete()
        case .load(let request): documents.load(request)
        case .prepareAd(let number, let url): stage.prepare(number, url)
        case .offsetAd(let number, let seconds): stage.offset(number, by: seconds)
        case .playAd(let number, let url, let timeout):
            stage.play(number, url, timeout: timeout, volume: machine?.volume ?? 1, isMuted: machine?.isMuted ?? false)
            stage.contentStands = contentStands
            if machine?.intendsToPlay == false, heldEnd == nil { handle(.pause(.external)) }
        case .runInteractive(let number, let creative):
            interactive.run(number, creative, volume: machine?.volume ?? 1, isMuted: machine?.isMuted ?? false)
        case .endInteractive(let number, let end): interactive.end(number, end)
        case .pauseAd:
            stage.pause()
            interactive.paused()
        case .resumeAd:
            stage.resume()
            interactive.resumed()
        case .stopAd(let number): stage.stop(number)
        case .offerOverlay(let number, let ad): offered.append(OverlayAd(number, ad))
        case .withdrawOverlay(let number): player?.queue.append(.withdrawOverlay(number))
        case .pauseContent(let reason): player?.process(.pause(reason))
        case .call(let call): caller.call(call)
        case .open(let address): if let url = URL(string: address) { configuration.openURL(url) }
        case .event(let report): player?.submit(.ads(report))
        }
    }

    // MARK: The content

    var machine: PlaybackMachine? { player?.machine }

    private func hold() {
        guard !isHolding else { return }
        isHolding = true
        player?.submit(.ads(.hold))
        stage.contentStands = contentStands
    }

    private func release(to place: Double?) {
        let seek = keptSeek
        keptSeek = nil
        let wasHolding = isHolding
        isHolding = false
        if wasHolding { stage.leave() }
        let end = heldEnd
        heldEnd = nil
        if let seek, let machine {
            // A break that must be seen is where a seek ends that would pass over it.
            let isCutShort = machine.timeline.kind != .live && place.map { $0 < seek.place - 0.1 } ?? false
            // In DVR positions have moved on meanwhile, but for the live edge.
            let isElsewhere = isCutShort || machine.timeline.kind == .dvr && seek.target < 0
            let target = isElsewhere ? machine.timeline.position(at: isCutShort ? place ?? seek.place : seek.place) : seek.target
            player?.process(.seek(id: seek.id, target: target, precision: seek.precision))
        }
        // The end was left by a seek: what waited for it is given back.
        if let end { player?.submit(.proceed(end)) }
        guard wasHolding, let machine else { return }
        // A frame or two from where it stands is where it stands.
        let tolerance = 0.1
        let isElsewhere = place.map { abs($0 - machine.timeline.playhead) > tolerance } ?? false
        let target = seek == nil && isElsewhere ? place.map { machine.timeline.position(at: $0) } : nil
        player?.submit(.ads(.resume(at: target)))
        lastPlayhead = place ?? lastPlayhead
    }

    private func complete() {
        isHolding = false
        stage.leave()
        guard let end = heldEnd else { return }
        heldEnd = nil
        player?.submit(.proceed(end))
    }

    /// Whether the content's engine has come to a stand for the ad.
    private var contentStands: Bool {
        guard let machine else { return false }
        return heldEnd != nil || machine.isHeld && machine.state != .pausing && machine.state != .seeking
    }

    /// An item is opened.
    func begin(_ item: PlayerItem, number: Int) {
        leave()
        self.number = number
        let wanted = item.entry.advertising ?? configuration.advertising
        guard let wanted, wanted.plan != .none else {
            controller = nil
            return
        }
        begin(wanted, item.itemDescription)
    }

    private func begin(_ wanted: AdConfiguration, _ content: ItemDescription?) {
        if controller?.configuration != wanted { controller = makeController(wanted) }
        followPresenter()
        controller?.playbackName = UUID().uuidString
        if let content { controller?.know(content: content) }
        if machine?.isMuted != wasMuted { follow(isMuted: machine?.isMuted ?? false) }
        handle(.itemBegan(number: number))
    }

    // MARK: The playlist's interstitials

    /// Takes those that the playlist lists now; an item that has no other ads gets a controller for them.
    func takeInterstitials() {
        hasNewRanges = false
        guard configuration.playsInterstitials, let ranges = playback.dateRanges else { return }
        let breaks = ranges.ranges.filter { $0.rangeClass == HLSInterstitial.rangeClass }.map { adBreak(of: $0, ranges.url) }
        guard breaks != interstitials else { return }
        interstitials = breaks
        guard let machine else { return }
        if controller == nil {
            begin(AdConfiguration(), player?.currentItem?.itemDescription)
            // What lies behind the playhead was not played past.
            lastPlayhead = machine.timeline.playhead
            handle(.contentPosition(lastPlayhead))
            hasStarted = hasPassedStart
        }
        tell(machine.timeline)
        handle(.interstitials(breaks))
    }

    private func adBreak(of range: PlaylistDateRanges.Range, _ base: String) -> AdBreak {
        do throws(AdError) {
            let read = try HLSInterstitial(
                id: range.id, startDate: range.startDate, duration: range.duration, attributes: range.attributes, base: base)
            return read.adBreak(at: range.start) { playback.segmentStart(nearest: $0) }
        } catch {
            return HLSInterstitial.unusable(range.id, startDate: range.startDate, at: range.start, error)
        }
    }

    private func makeController(_ wanted: AdConfiguration) -> AdController {
        var capabilities = AdMediaCapabilities()
        let viewSize = player?.viewSize ?? configuration.viewSize
        capabilities.viewWidth = viewSize?.width
        capabilities.viewHeight = viewSize?.height
        capabilities.bandwidth = configuration.maxBitrate.map(Double.init)
        wasMuted = false
        return AdController(configuration: wanted, capabilities: capabilities, macros: AdMacros(seed: .random(in: 0 ... .max)))
    }

    func setInteractiveFrameworks(_ names: Set<String>) { controller?.capabilities.interactiveFrameworks = names }

    /// Ends all ads of the item. No event is emitted: the machine's own events tell that the item is left.
    func leave() {
        let outputs = answer(to: .itemLeft)
        visit += 1
        inputs = []
        for output in outputs { carryOut(output) }
        stage.leave()
        stage.stopAll()
        interactive.removeAll()
        documents.cancelAll()
        if let seek = keptSeek { player?.endSeek(seek.id) }
        (isHolding, keptSeek, heldEnd, pausedSeekFrom, hasStarted, told) = (false, nil, nil, nil, false, nil)
        (offered, interstitials, hasNewRanges, hasPassedStart, fence) = ([], [], false, false, nil)
    }

    /// Nothing is called any more than what is under way.
    func close() { caller.close() }

    func closed() async { await caller.closed() }

    // MARK: What follows an input

    /// The machine has taken an input.
    func follow(_ input: MachineInput) {
        guard let machine else { return }
        if case .engine(machine.playback, let report) = input { follow(report, machine) }
        if isHolding { stage.contentStands = contentStands }
    }

    private func follow(_ report: EngineReport, _ machine: PlaybackMachine) {
        guard machine.isOpen else { return }
        if case .metadata(let metadata, .parsed) = report, metadata.kind == .dateRange { hasNewRanges = true }
        if hasNewRanges, hasPassedStart, case .progress = report { takeInterstitials() }
        guard controller != nil else { return }
        tell(machine.timeline)
        if case .progress = report { moved(to: machine.timeline.playhead) }
    }

    private func tell(_ timeline: Timeline) {
        let duration = timeline.kind == .onDemand ? timeline.duration : nil
        if told == nil || told?.duration != duration { handle(.contentDuration(duration)) }
        if timeline.dates != DateMap(), told?.dates != timeline.dates { handle(.contentDates(timeline.dates)) }
        told = (duration, timeline.dates)
    }

    private func moved(to playhead: Double) {
        guard hasStarted, !isHolding, !isInBreak, machine?.state == .playing else { return }
        let from = lastPlayhead
        lastPlayhead = playhead
        // Farther than playing goes between two reports: a live stream went on at its edge.
        let farthest = 2.0
        if playhead - from > farthest, machine?.timeline.kind != .onDemand {
            handle(.contentSeek(from: from, to: playhead))
        } else {
            handle(.contentPosition(playhead))
        }
    }

    /// Something was told that an ad follows.
    func follow(_ event: any PlayerEvent) {
        guard controller != nil else { return }
        switch event {
        case let event as VolumeEvent:
            stage.setVolume(event.volume)
            interactive.follow(volume: event.volume, isMuted: machine?.isMuted ?? false)
            follow(isMuted: event.volume == 0 || machine?.isMuted == true)
        case let event as MuteEvent:
            stage.setMuted(event.mute)
            interactive.follow(volume: machine?.volume ?? 1, isMuted: event.mute)
            follow(isMuted: event.mute || machine?.volume == 0)
        case let event as FullscreenEvent:
            interactive.follow(isFullscreen: event.isFullscreen)
            handle(.fullscreen(event.isFullscreen))
        default: break
        }
    }

    private func follow(isMuted: Bool) {
        guard isMuted != wasMuted else { return }
        wasMuted = isMuted
        handle(.muted(isMuted))
    }
}
