import Foundation
import PlayheadAds
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// Plays a list of items on any thread: for servers, command-line tools, and many playbacks in one process.
///
/// A session is an actor with its own serial queue. It needs neither the main thread nor a run loop, and continues while the main thread is
/// blocked. Its commands are those of ``Player``, with the same events in the same order, and ``events`` has each event exactly once. The
/// properties of the session have changed when the event that reports the change is delivered.
///
/// ``Player`` is the class for apps: it observes a session on the main actor, adds delegates, notifications and observers, and views show
/// it. A session that is deallocated ends its playback, threads and connections by itself, without events.
public actor PlaybackSession {
    // More than 20 stored properties, because the session connects the machine, the engines, the ads, the timers, waiting callers and its
    // owner. Related state has its own types: `SessionCore`, `SessionFacts`, `Playback`, `AdPerformer`, `WatchdogTimers`.

    /// The configuration of the session.
    public nonisolated let configuration: PlayerConfiguration
    /// The executor of the session and its parts.
    nonisolated let isolation: SessionIsolation
    /// The serial queue of the session; for a ``Player``, the main actor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { isolation.unownedExecutor }
    nonisolated let streams = EventStreams()
    /// The measurements of requests and of the playback.
    nonisolated let measurements: MetricCenter
    /// The reports about requests and playback; `nil` without reports.
    nonisolated let clientData: ClientDataReports?

    var core: SessionCore
    var facts = SessionFacts()
    let playback: Playback
    let ads: AdPerformer
    /// The sum of the events emitted so far.
    var emittedMetrics = PlaybackMetrics()
    /// The recorder of the machine's inputs.
    var recorder: TraceRecorder? {
        didSet { core.record = recorder.map { recorder in { recorder.record($0, at: $1, emitted: $2) } } }
    }
    /// The paused recorder, which waits for its end.
    var pausedRecorder: TraceRecorder?
    var lastSeek = 0
    var seekCallers: [Int: CheckedContinuation<Bool, Never>] = [:]
    var finishCallers: [CheckedContinuation<Result<Void, PlaybackError>, Never>] = []
    /// Whether the list ended with onPlaylistComplete.
    var hasCompletedList = false
    var interruption = PlaybackInterruption()
    var decisions = ItemDecisions()
    /// Whether pictures are wanted, and whether the player is invisible.
    var visibility = (isVideoEnabled: true, isInBackground: false)
    /// The number of reports of engines that were handled, for tests that wait for them.
    private(set) var handledReports = 0
    /// The number of events of the audio session and of servers that were handled, for tests that wait for them.
    private(set) var handledEvents = 0
    private let timers: WatchdogTimers
    let output: @Sendable (SessionOutput) -> Void
    /// Receives every event at once, on the session's executor, before the sequences do: a sequence passes each through the global executor.
    private var listener: (@Sendable (isolated PlaybackSession, any PlayerEvent) -> Void)?
    /// Whether outputs are being performed; the outputs of commands in callbacks are appended.
    private var isPerforming = false
    private let audioSessionToken: AudioSession.Token?
    /// Receives the events of the audio session and of servers, in order.
    private let outside: AsyncStream<OutsideEvent>.Continuation

    /// Creates a session that is idle until a load; from any thread.
    /// - Parameter configuration: The configuration. It needs no outputs; with `pacing` `unpaced`, playback is as fast as decoding.
    public init(configuration: PlayerConfiguration = PlayerConfiguration()) {
        // The creator of the configuration does not wait for the main actor.
        MainActorWatch.shared.dismiss()
        self.init(configuration: configuration, isolation: SessionIsolation(for: configuration)) { output in
            guard case .open(let url) = output else { return }
            Task { @MainActor in configuration.ads.openURL(url) }
        }
    }

    /// Creates a session. `output` receives the outputs for the owner, on the executor of the isolation.
    init(configuration: PlayerConfiguration, isolation: SessionIsolation, output: @escaping @Sendable (SessionOutput) -> Void) {
        let link = WeakLink<PlaybackSession>()
        let measurements = MetricCenter(clock: configuration.clock)
        let playback = Playback(configuration: configuration, measurements: measurements, watchesMainActor: isolation.isMain)
        let ads = AdPerformer(configuration: configuration, playback: playback, isolation: isolation)
        let timers = WatchdogTimers(clock: configuration.clock, isolation: isolation)
        playback.foundList = { item, number in link.target?.assumeIsolated { $0.readList(item, number) } ?? false }
        playback.sourceChanged = { output(.sourceChanged($0)) }
        ads.submit = { input in link.target?.assumeIsolated { $0.submit(input) } }
        ads.onInteractiveTask = { output(.interactive($0)) }
        ads.open = { output(.open($0)) }
        timers.fire = { timer in link.target?.assumeIsolated { $0.expire(timer) } }
        self.configuration = configuration
        self.measurements = measurements
        self.isolation = isolation
        self.output = output
        let playlist = PlaylistFacts(dateRanges: { playback.dateRanges }, segmentStart: { playback.segmentStart(nearest: $0) })
        core = SessionCore(
            options: configuration.options, settings: configuration.initialSettings, ads: ContentAds(configuration), playlist: playlist,
            at: measurements.birth)
        let reports = playback.reports
        self.playback = playback
        clientData = playback.clientData
        self.ads = ads
        self.timers = timers
        if let wake = isolation.loop({ link.target?.assumeIsolated { $0.receive() } }) {
            reports.call(wake)
        } else {
            isolation.enter { isolation in
                while await reports.wait(isolation: isolation) {
                    guard let session = link.target else { return }
                    await session.receive()
                }
            }
        }
        let (events, outside) = AsyncStream.makeStream(of: OutsideEvent.self)
        self.outside = outside
        audioSessionToken =
            configuration.makeAudioOutput == nil ? nil : configuration.audio.session.listen { outside.yield(.audioSession($0)) }
        if configuration.cmcd?.followsServerLimits == true { clientData?.onServerLimit { outside.yield(.serverLimit($0)) } }
        isolation.enter { _ in
            for await event in events {
                guard let session = link.target else { return }
                await session.handle(event)
            }
        }
        link.connect(self)
    }

    isolated deinit {
        timers.cancelAll()
        for caller in seekCallers.values { caller.resume(returning: false) }
        for caller in finishCallers { caller.resume(returning: .success(())) }
        decisions.cancel()
        streams.finish()
        outside.finish()
        measurements.finish()
        ads.end()
        ads.endCalls()
        playback.abandon()
    }

    // MARK: Inputs

    /// Passes an input of the machine to the core and performs its outputs; inside a callback they are performed after it.
    func submit(_ input: MachineInput) {
        interruption.take(input)
        submit(.playback(input))
    }

    /// Passes an input to the core and performs its outputs; inside a callback they are performed after it.
    func submit(_ input: SessionInput) {
        let number = core.machine.playback
        let millisecondsPerSecond = 1000.0
        let time = InputTime(
            monotonic: configuration.clock.now, wall: Int(saturating: Date().timeIntervalSince1970 * millisecondsPerSecond),
            playhead: playback.playhead(of: number))
        core.handle(input, at: time, playback: number)
        performOutputs()
    }

    /// Handles an event of the audio session or of a server.
    private func handle(_ event: OutsideEvent) {
        defer { handledEvents += 1 }
        switch event {
        case .audioSession(let event): handle(event)
        case .serverLimit(let limit): limitBitrate(byServers: limit)
        }
    }

    /// Sets the function that receives every event at once, on the session's executor.
    package func listen(_ listener: @escaping @Sendable (isolated PlaybackSession, any PlayerEvent) -> Void) { self.listener = listener }

    /// Handles the reports of one turn.
    private func receive() {
        for report in playback.reports.take() {
            for (number, report) in playback.take(report) {
                if case .seeked(let id, _) = report, number == core.machine.playback, core.machine.endsBySeek(id) { reportPeriod() }
                submit(.engine(playback: number, report))
            }
        }
        handledReports = playback.reports.handledCount
    }

    /// Handles an expired watchdog.
    private func expire(_ timer: MachineTimer) {
        if core.machine.fails(after: timer, at: configuration.clock.now) { reportPeriod() }
        submit(.timer(timer))
    }

    /// Ends and reports the period of the access log before an input that ends the media or the playback, after which the entry would be
    /// dropped.
    private func reportPeriod() {
        let number = core.machine.playback
        if let entry = playback.endPeriod(of: number) { submit(.engine(playback: number, .accessLog(entry))) }
    }

    // MARK: Outputs

    /// Performs the pending outputs, including those that are added meanwhile.
    private func performOutputs() {
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        // Observers of the state that is updated at the end may submit commands.
        repeat {
            while let step = core.next() { perform(step) }
            facts.catchUp(with: core.machine)
            playback.permission.set(core.permitsFirstPicture)
            playback.showsStillPicture = core.machine.standsBeforeStart
            playback.chosenLevel = core.machine.chosenLevel
            playback.chosenAudio = core.machine.chosenAudio
            followItem()
            output(.settled)
        } while !core.queue.isEmpty
        decisions.cancel(unless: core.machine.decisionNumber)
        resumeFinishCallers()
    }

    private func perform(_ step: OutputQueue<SessionTask>.Step) {
        switch step {
        case .event(let event, let timeline):
            emittedMetrics.take(event)
            facts.update(for: event, at: timeline, error: core.machine.error)
            follow(event)
            followItem()
            reportClientData(of: event)
            output(.event(event))
            listener?(self, event)
            streams.emit(event)
            measurements.handle(event)
        case .output(let output): perform(output)
        case .note(.adopt(let list, let index)):
            facts.adopt(list, at: index)
            output(.adopted(list, index: index))
        case .note(.arrange(let list, let index)):
            facts.arrange(list, at: index)
            output(.arranged(list, index: index))
        case .note(.describe(let index, let entry)):
            guard facts.items.indices.contains(index) else { break }
            facts.items[index].entry = entry
            output(.described(facts.items[index]))
        case .note(.opened(let media)):
            facts.open(media)
            output(.opened(media))
        case .note(.forget):
            facts.forget()
            output(.released)
        case .note(.configure(let settings)): playback.settings = settings
        case .note(.skipTime(let time)): facts.skipTime = time
        case .note(.ad(.offerOverlay(let number, let ad))):
            if facts.overlayAd != nil { endOverlayAd(.completed) }
            setOverlayAd(OverlayAd(number, ad))
        case .note(.ad(.withdrawOverlay(let number))): if facts.overlayAd?.number == number { setOverlayAd(nil) }
        case .note(.seekEnded(let id)): endSeek(id, isFinished: false)
        case .note(let task): ads.perform(task, volume: core.machine.volume, isMuted: core.machine.isMuted)
        }
    }

    private func perform(_ output: MachineOutput) {
        switch output {
        case .event: break  // The queue returns events as steps of their own.
        case .engine(.open(let number, let index)): open(number, index)
        case .engine(let command): playback.send(command)
        case .startTimer(let timer, let seconds): timers.start(timer, seconds: seconds)
        case .cancelTimer(let timer): timers.cancel(timer)
        case .seekDone(let id, let isFinished): endSeek(id, isFinished: isFinished)
        case .checkpoint(let checkpoint): submit(.proceed(checkpoint))
        case .decide(let number, let index, let isNewList): decide(number, about: index, isNewList: isNewList)
        }
    }

    private func endSeek(_ id: Int, isFinished: Bool) { seekCallers.removeValue(forKey: id)?.resume(returning: isFinished) }

    private func open(_ number: Int, _ index: Int) {
        guard facts.items.indices.contains(index) else {
            // Occurs only if the machine and the list disagree.
            return submit(.engine(playback: number, .failed(PlaybackError(.invalidIndex))))
        }
        let item = facts.items[index]
        submit(
            .itemOpens(
                AdItem(
                    number: index + 1, advertising: item.entry.advertising ?? configuration.ads.advertising, description: item.description,
                    playbackName: UUID().uuidString, seed: .random(in: 0 ... .max))))
        // The engine asks for the permission when it opens, on its own thread.
        playback.permission.set(core.permitsFirstPicture)
        for report in playback.open(number, item, at: index) { submit(.engine(playback: number, report)) }
    }

    /// Updates the end of the list and the audio session for an event.
    private func follow(_ event: any PlayerEvent) {
        switch event {
        case let change as StateChangeEvent: if change.newState != .ended { hasCompletedList = false }
        case is PlaylistCompleteEvent:
            hasCompletedList = true
            // The app may have refused the preloaded item.
            playback.cancelPreload()
        case is PlayEvent: if hasSound { configuration.audio.session.noteUse() }
        default: break
        }
    }

    /// Updates the next item, and preloads it when it is time.
    private func followItem() {
        let isCurrent = core.machine.currentIndex == facts.currentIndex
        let following = core.machine.followingIndex
        facts.updateNextUp(following: following, offset: configuration.playlist.nextUpOffset, isCurrent: isCurrent)
        // A closing item is followed by the preloaded one, or by another one, or by none.
        if [.stopping, .idle, .error].contains(core.machine.state) {
            playback.cancelPreload(unlessOf: item(at: core.machine.upcomingIndex))
        }
        // Another item may follow now, or none; after a seek out of what is loaded the current item needs the network again.
        if isCurrent, [.playing, .buffering].contains(facts.state) {
            playback.cancelPreload(unlessOf: facts.isLoadedToEnd ? item(at: following) : nil)
        }
        guard configuration.playlist.preloadsNextItem, isCurrent, let following, let next = item(at: following),
            facts.isTimeToPreload(rate: core.machine.rate)
        else { return }
        playback.preload(next, at: following)
    }

    private func item(at index: Int?) -> SessionItem? {
        guard let index, facts.items.indices.contains(index) else { return nil }
        return facts.items[index]
    }

    // MARK: Overlay ads

    /// Reports a fact about the overlay ad.
    func reportOverlayAd(_ fact: AdFact) {
        if let ad = facts.overlayAd { submit(.ad(.overlay(ad: ad.number, fact))) }
    }

    /// Reports that the overlay ad is over.
    func endOverlayAd(_ fact: AdFact) {
        reportOverlayAd(fact)
        setOverlayAd(nil)
    }

    private func setOverlayAd(_ ad: OverlayAd?) {
        facts.overlayAd = ad
        output(.factsChanged)
    }

    /// Returns a thumbnail of the playback that was opened last, at `time` on its own timeline.
    func thumbnail(atTime time: Double, fitting size: PictureSize) async throws -> Thumbnail {
        try await playback.thumbnail(at: time, fitting: size)
    }

    /// Returns a loader for other resources than streams, such as lists, over the permitted networks.
    func loader(for url: URL, _ options: AssetOptions) -> any Loader { playback.loader(for: url, options) }

    /// Passes the last entry of the access log to the owner, because no event reports it.
    func endPeriod() {
        if let entry = playback.endPeriod() { output(.accessLog(entry)) }
    }
}

/// An event outside of a session.
private enum OutsideEvent: Sendable {
    case audioSession(AudioSession.Event)
    /// The bit rate that servers suggest, in bits per second; `nil` ends the limit.
    case serverLimit(Double?)
}
