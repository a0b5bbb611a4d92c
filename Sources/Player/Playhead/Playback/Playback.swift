import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// The engines of one session: the current one, the preloaded one, and those that are closing.
final class Playback {
    /// The reports of all engines, in order.
    let reports: ReportQueue
    let configuration: PlayerConfiguration
    /// The output for the pictures of all engines.
    let pictures: VideoOutputSwitch
    /// Whether the content may show its first picture before it is open, because playback is intended.
    let permission = FirstPicturePermission()
    /// The measurements of the session.
    let measurements: MetricCenter
    let connections: PlaybackConnections
    var runs: [Int: PlaybackRun] = [:]
    private var lastRun = 0
    /// The engines of ads, by their runs; their reports do not go to the machine.
    private var adRuns: [Int: PlaybackRun] = [:]
    /// Receives the reports of the engines of ads.
    var onAdReport: (PlaybackRun, EngineReport) -> Void = { _, _ in }
    /// Called when the current item, in this playback, turns out to be a list; returns whether the list replaces it.
    var foundList: (SessionItem, Int) -> Bool = { _, _ in false }
    /// Called when an item switches to another source.
    var sourceChanged: (SessionItem) -> Void = { _ in }
    /// The current run, or the last one.
    var current: PlaybackRun?
    /// The preloaded run.
    private var next: PlaybackRun?
    var lastStatistics = EngineStatistics()
    /// The counters of all closed playbacks.
    var closedStatistics = EngineStatistics()
    /// The measured throughput of the playbacks before the last one.
    var networks: NetworkMemories
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// The settings that the engines have, and that new ones start with.
    var settings: PlaybackSettings { didSet { sendSettings(changedFrom: oldValue) } }

    /// Whether the content shows its first picture once it is open, although playback is not intended.
    var showsStillPicture = false {
        didSet { if showsStillPicture != oldValue { current?.send(.setShowsPictureWhileHeld(showsStillPicture)) } }
    }

    /// The level that the viewer chose, with whose equivalent items begin. A preloaded item is loaded again if it changes.
    var chosenLevel: QualityLevel? { didSet { if chosenLevel != oldValue { cancelPreload() } } }
    /// The audio track that the viewer chose, as ``chosenLevel``.
    var chosenAudio: MediaTrack? { didSet { if chosenAudio != oldValue { cancelPreload() } } }

    /// Creates a playback without engines. `watchesMainActor` is true if the reports are handled on the main actor.
    init(configuration: PlayerConfiguration, measurements: MetricCenter, watchesMainActor: Bool) {
        self.configuration = configuration
        self.measurements = measurements
        connections = PlaybackConnections(configuration, measurements)
        pictures = VideoOutputSwitch(configuration.videoOutput)
        settings = configuration.initialSettings
        networks = NetworkMemories(configuration.quality.throughputMemory)
        reports = ReportQueue(clock: configuration.clock, isTimed: configuration.pacing == .realTime, watchesMainActor: watchesMainActor)
    }

    // MARK: Opening

    /// Starts playback `number` of `item`, which is at `index` in the list, or switches to the preloaded run of `item`.
    /// - Returns: The reports that the run has sent already.
    func open(_ number: Int, _ item: SessionItem, at index: Int) -> [EngineReport] {
        let ready = next.flatMap { $0.item === item && !$0.hasFailed ? $0 : nil }
        if ready == nil { cancelPreload() }
        next = nil
        let run = ready ?? start(item, source: 0)
        run.playback = number
        take(turn: run)
        let held = run.held
        run.held = []
        if ready == nil { run.send(.open(playback: number, item: index)) }
        return held
    }

    /// Opens and loads `item` in advance, without reports.
    func preload(_ item: SessionItem, at index: Int) {
        guard next?.item !== item else { return }
        cancelPreload()
        let run = start(item, source: 0)
        next = run
        run.send(.open(playback: 0, item: index))
    }

    /// Closes the preloaded run, unless it is that of `item`.
    func cancelPreload(unlessOf item: SessionItem? = nil) {
        if let item, next?.item === item { return }
        next?.send(.close(playback: 0))
        next = nil
    }

    /// Opens and loads an ad beside the content. Its requests carry none of the content's options.
    func startAd(_ url: URL) -> PlaybackRun {
        lastRun += 1
        let id = lastRun
        let reports = reports
        let gate = PictureGate(pictures)
        let report: @Sendable (EngineReport) -> Void = { reports.add($0, of: id) }
        let item = SessionItem(PlaylistEntry(sources: [ItemSource(url: url)]))
        let options = AssetOptions()
        var engine = configuration.engineConfiguration(for: item, options, loader: loader(for: url, options))
        engine.throughputMemory = memoryOfNetwork()
        engine.videoOutput = gate
        engine.qualityLimits = engineLimits(settings)
        engine.initialLevel = 0
        engine.isClientBehind = { reports.isBehind }
        let run = PlaybackRun(
            id: id, item: item, source: 0, pictures: gate, log: PlaybackLog(url, at: configuration.clock.now) { _ in },
            { [makeEngine = configuration.makeEngine, engine] in makeEngine(url, engine, $0) }, report: report)
        adRuns[id] = run
        if !settings.isVideoEnabled { run.send(.setVideoEnabled(false)) }
        run.send(.open(playback: 0, item: 0))
        return run
    }

    /// The description of the current stream; `nil` before it is open.
    var found: MediaProbe.Result? { current?.engine.found }

    /// The number of commands that engines have not performed yet.
    var pendingCommands: Int { runs.values.reduce(0) { $0 + $1.engine.pendingCommands } }

    /// The date ranges of the content's playlist.
    var dateRanges: PlaylistDateRanges? { current?.engine.dateRanges }

    /// Returns the start of the content's segment that begins nearest to a time.
    func segmentStart(nearest time: Double) -> Double? { current?.engine.segmentStart(nearest: time) }

    /// Shows the pictures of the content, or those of an ad.
    func showContent(_ isShown: Bool) {
        if isShown { current?.pictures?.open() } else { current?.pictures?.shut() }
    }

    private func start(_ item: SessionItem, source index: Int) -> PlaybackRun {
        lastRun += 1
        let id = lastRun
        let reports = reports
        let gate = PictureGate(pictures)
        let report: @Sendable (EngineReport) -> Void = { reports.add($0, of: id) }
        let sources = item.entry.sourcesByPreference
        if sources.count > 1, sources.indices.contains(index), item.asset.url != sources[index].url {
            item.asset = AssetRecord(url: sources[index].url, options: sources[index].assetOptions)
            sourceChanged(item)
        }
        let log = PlaybackLog(item.asset.url, at: configuration.clock.now) { report(.errorLog($0)) }
        let make = maker(of: item, source: index, gate, log, report)
        let run = PlaybackRun(
            id: id, item: item, source: index, pictures: gate, log: log, network: network, make, report: report)
        runs[id] = run
        if !settings.isVideoEnabled { run.send(.setVideoEnabled(false)) }
        return run
    }

    private func maker(
        of item: SessionItem, source index: Int, _ gate: PictureGate, _ log: PlaybackLog,
        _ report: @escaping @Sendable (EngineReport) -> Void
    ) -> (@escaping @Sendable (EngineReport) -> Void) -> any MediaEngine {
        let sources = item.entry.sourcesByPreference
        guard sources.indices.contains(index) else {
            return { UnplayableEngine(PlaybackError(.noSource), report: $0) }
        }
        let options = item.entry.assetOptions(of: sources[index], over: configuration.network.assetOptions)
        let url = sources[index].url.withoutDVRMark.url
        let rules = RequestRules(
            root: url, options: options, named: Set(item.entry.tracks.map(\.url)), conditions: configuration.network.conditions
        ) { report(.failed(PlaybackError($0))) }
        // Each attempt is measured, including retries.
        let meter = meter(log)
        let loader = connections.loader(of: item.entry.mediaID ?? "") {
            MeteredLoader(base: GuardedLoader(base: $0, rules: rules), meter: meter)
        }
        var engineConfiguration = configuration.engineConfiguration(for: item, options, loader: loader)
        engineConfiguration.similarLevel = chosenLevel
        engineConfiguration.preferredAudio.choice = chosenAudio
        engineConfiguration.qualityLimits = engineLimits(settings)
        engineConfiguration.throughputMemory = memoryOfNetwork()
        engineConfiguration.videoOutput = gate
        engineConfiguration.onLevelAttempt = { [measurements, id = log.sessionID] in measurements.handle($0, of: id) }
        engineConfiguration.isClientBehind = { [reports] in reports.isBehind }
        engineConfiguration.permitsFirstPicture = { [permission] in permission.isGrantedNow }
        let makeEngine = configuration.makeEngine
        return { [engineConfiguration] in makeEngine(url, engineConfiguration, $0) }
    }

    private func take(turn run: PlaybackRun) {
        current?.pictures?.shut()
        current = run
        measurements.begin(run.log.sessionID, run.tallies)
        run.pictures?.open()
        if showsStillPicture { run.send(.setShowsPictureWhileHeld(true)) }
        if settings.captionsDelay != 0 { run.send(.setCaptionsDelay(settings.captionsDelay)) }
        if settings.audioDelay != 0 { run.send(.setAudioDelay(settings.audioDelay)) }
        if settings.playLimit != nil { limitPlaying() }
    }

    // MARK: Settings

    private func sendSettings(changedFrom previous: PlaybackSettings) {
        if settings.isVideoEnabled != previous.isVideoEnabled {
            for run in [runs, adRuns].flatMap(\.values) { run.send(.setVideoEnabled(settings.isVideoEnabled)) }
        }
        let limits = engineLimits(settings)
        if limits != engineLimits(previous) {
            for run in runs.values { run.send(.setQualityLimits(limits)) }
        }
        if settings.playLimit != previous.playLimit { limitPlaying() }
        if settings.captionsDelay != previous.captionsDelay { current?.send(.setCaptionsDelay(settings.captionsDelay)) }
        if settings.audioDelay != previous.audioDelay { current?.send(.setAudioDelay(settings.audioDelay)) }
    }

    /// Returns the limits for the engines: the lowest level while no pictures are shown, if configured, and at most what servers suggest.
    private func engineLimits(_ settings: PlaybackSettings) -> QualityLimits {
        var limits = settings.qualityLimits
        if configuration.quality.lowersLevelWhenHidden, !settings.isVideoEnabled { limits.maxBitrate = 0 }
        if let limit = settings.serverBitrateLimit { limits.maxBitrate = min(limits.maxBitrate ?? .max, limit) }
        return limits
    }

    /// Sets the remaining part of the limit for the current run.
    private func limitPlaying() {
        guard let current else { return }
        guard let playLimit = settings.playLimit else { return current.send(.setPlayLimit(nil)) }
        let others = totalStatistics.played - current.engine.statistics.played
        var left = playLimit - others
        // Rounding must not make the sum less than the requested limit.
        if others + left < playLimit { left = left.nextUp }
        current.send(.setPlayLimit(left))
    }

    // MARK: Reports and commands

    /// Handles a report, and returns the reports for the machine with the number of their playback.
    func take(_ entry: ReportQueue.Entry) -> [(playback: Int, report: EngineReport)] {
        if let ad = adRuns[entry.run] {
            if case .closed = entry.report {
                adRuns[entry.run] = nil
                resumeWaiters()
            } else if !ad.isClosing {
                onAdReport(ad, entry.report)
            }
            return []
        }
        guard let run = runs[entry.run] else { return [] }
        var report = entry.report
        switch report {
        case .closed: closed(run)
        case .opened(let media) where !run.isOpened:
            run.isOpened = true
            if let failure = settle(run, media) { report = .failed(failure) }
        case .failed(let error) where !run.isOpened && !run.isClosing:
            if error.kind == .listOfItems, let number = run.playback, run.item.entry.sources.count == 1, foundList(run.item, number) {
                run.hasFailed = true
                return []
            }
            if let instead = openNextSource(after: run) {
                run.playback = nil
                return deliver(.warning(error.with(severity: .warning)), of: instead)
            }
            run.item.asset.settle(error)
        default: break
        }
        if case .failed = report { run.hasFailed = true }
        return deliver(report, of: run)
    }

    /// Ends the current period of the access log of playback `number`.
    func endPeriod(of number: Int) -> AccessLogEntry? { current?.playback == number ? endPeriod() : nil }

    /// Ends the current period of the access log.
    func endPeriod() -> AccessLogEntry? {
        current.flatMap { $0.log.handle(.closed, $0.engine.statistics, at: configuration.clock.now) }
    }

    /// Returns the reports for the machine; an entry of the access log precedes the report that ends its period.
    private func deliver(_ report: EngineReport, of run: PlaybackRun) -> [(playback: Int, report: EngineReport)] {
        let entry = run.log.handle(report, run.engine.statistics, at: configuration.clock.now)
        let reports = (entry.map { [.accessLog($0)] } ?? []) + [report]
        guard let number = run.playback else {
            guard next === run else { return [] }
            // Only the latest state of the buffer matters later.
            if case .buffered = report { run.held.removeAll { if case .buffered = $0 { true } else { false } } }
            run.held += reports
            return []
        }
        return reports.map { (number, $0) }
    }

    /// Records the properties of the asset, which are known with the track model.
    /// - Returns: The error of a required property that failed to load.
    private func settle(_ run: PlaybackRun, _ media: MediaDescription) -> PlaybackError? {
        let asset = run.item.asset
        asset.settle(run.engine.found.map { AssetFacts($0) } ?? AssetFacts(media))
        return asset.failure(ofKeys: run.item.automaticallyLoadedAssetKeys)
    }

    /// Replaces a source that failed to open by the next one.
    private func openNextSource(after run: PlaybackRun) -> PlaybackRun? {
        let sources = run.item.entry.sourcesByPreference
        let index = run.source + 1
        guard sources.indices.contains(index) else { return nil }
        run.send(.close(playback: run.playback ?? 0))
        let instead = start(run.item, source: index)
        instead.playback = run.playback
        instead.held = run.held
        instead.tallies.insert(contentsOf: run.tallies, at: 0)
        if next === run { next = instead }
        if current === run { take(turn: instead) }
        instead.send(.open(playback: run.playback ?? 0, item: 0))
        return instead
    }

    /// Sends a command to the engine of its playback.
    func send(_ command: EngineCommand) {
        if case .close(let number) = command {
            runs.values.first { $0.playback == number }?.send(command)
        } else {
            current?.send(command)
        }
    }

    /// Removes a run that has released all resources.
    private func closed(_ run: PlaybackRun) {
        runs[run.id] = nil
        let counted = run.engine.statistics
        closedStatistics.add(counted)
        rememberNetwork(of: run, counted.throughputMemory)
        if run === current {
            lastStatistics = counted
            current = nil
        }
        resumeWaiters()
    }

    private func resumeWaiters() {
        let all = waiters
        waiters = []
        for waiter in all { waiter.resume() }
    }

    // MARK: The network

    private var network: String? { configuration.network.conditions().identifier }

    private func rememberNetwork(of run: PlaybackRun, _ measured: ThroughputMemory?) {
        networks.keep(measured, measuredOn: run.network, at: Date())
    }

    /// Returns what is known about the current network.
    private func memoryOfNetwork() -> ThroughputMemory? {
        if let current { rememberNetwork(of: current, current.engine.statistics.throughputMemory) }
        return networks.memory(of: network, at: Date())
    }

    // MARK: Closing

    /// Closes persistent connections, after the engines that use them have ended.
    func closeConnections() {
        connections.close(after: runs.values.map(\.gone) + adRuns.values.map(\.gone))
    }

    /// Waits until all engines and connections that are closing are closed.
    func allClosed(isolation: isolated any Actor = #isolation) async {
        while runs.values.contains(where: \.isClosing) || adRuns.values.contains(where: \.isClosing) {
            await withCheckedContinuation { waiters.append($0) }
        }
        await connections.allClosed()
    }

    /// Closes everything asynchronously, because the session is deallocated.
    func abandon() {
        reports.finish()
        for run in runs.values { run.send(.close(playback: run.playback ?? 0)) }
        for run in adRuns.values { run.send(.close(playback: 0)) }
        closeConnections()
    }
}
