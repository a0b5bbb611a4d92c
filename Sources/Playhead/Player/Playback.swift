import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// The engines of one player: the one that plays and those that are still closing down.
@MainActor
final class Playback {
    /// An engine's report with the number of its playback.
    struct Report: Sendable {
        let playback: Int
        let report: EngineReport
    }

    /// All engines' reports, in order.
    nonisolated let reports: AsyncStream<Report>
    private let sink: AsyncStream<Report>.Continuation
    private let configuration: PlayerConfiguration
    private var engines: [Int: PlaybackEngine] = [:]
    private var current: PlaybackEngine?
    private var metrics: TransferMetrics
    private var ownLoader: URLLoader?
    private var closingLoaders: [Task<Void, Never>] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(configuration: PlayerConfiguration) {
        self.configuration = configuration
        (reports, sink) = AsyncStream.makeStream(of: Report.self)
        metrics = TransferMetrics()
    }

    /// Starts playback `number` of `item`.
    func open(_ number: Int, _ item: PlayerItem) {
        let sink = sink
        let engine = PlaybackEngine(url: item.url, configuration: configuration.engineConfiguration(for: item, loader: loader())) {
            report in
            sink.yield(Report(playback: number, report: report))
        }
        engines[number] = engine
        current = engine
        engine.send(.open(playback: number, item: 0))
    }

    /// Hands a command to the engine that it is for.
    func send(_ command: EngineCommand) {
        if case .close(let number) = command {
            engines[number]?.send(command)
        } else {
            current?.send(command)
        }
    }

    /// Playback `number` has let go of everything.
    func closed(_ number: Int) {
        if let engine = engines.removeValue(forKey: number), engine === current { lastStatistics = engine.statistics }
        if engines.isEmpty { current = nil }
        wakeWaiters()
    }

    /// What the last playback counted when it was closed.
    private var lastStatistics = EngineStatistics()

    var statistics: EngineStatistics { current?.statistics ?? lastStatistics }

    var transfers: TransferCounters { metrics.counters }

    /// Closes the connections that are kept for further requests.
    func closeConnections() {
        guard let loader = ownLoader else { return }
        ownLoader = nil
        closingLoaders.append(
            Task { [weak self] in
                // The engines that used it end their transfers first.
                await self?.enginesClosed()
                await loader.shutdown()
            })
    }

    /// Waits until all engines are closed.
    private func enginesClosed() async {
        while !engines.isEmpty {
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    /// Waits until all engines and connections are closed.
    func allClosed() async {
        await enginesClosed()
        let closing = closingLoaders
        closingLoaders = []
        for task in closing { await task.value }
    }

    /// The player is gone: everything ends by itself.
    func abandon() {
        sink.finish()
        let engines = Array(engines.values)
        for (number, engine) in self.engines { engine.send(.close(playback: number)) }
        let loader = ownLoader
        guard loader != nil || !engines.isEmpty else { return }
        Task { await loader?.shutdown() }
    }

    private func wakeWaiters() {
        let all = waiters
        waiters = []
        for waiter in all { waiter.resume() }
    }

    private func loader() -> any Loader {
        if let given = configuration.loader { return given }
        let loader = ownLoader ?? URLLoader(metrics: metrics)
        ownLoader = loader
        return RetryingLoader(loader, clock: configuration.clock)
    }
}
