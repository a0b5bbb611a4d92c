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
    private let metrics = TransferMetrics()
    private var runs: [Int: PlaybackRun] = [:]
    /// Number of the playback that was opened last.
    private var last: Int?
    private var lastStatistics = EngineStatistics()
    /// What all playbacks that are closed counted.
    private var closedStatistics = EngineStatistics()
    /// What the playbacks before the last one learnt of the network.
    private var remembered: ThroughputMemory?
    private var ownLoader: URLLoader?
    private var closingLoaders: [Task<Void, Never>] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(configuration: PlayerConfiguration) {
        self.configuration = configuration
        remembered = configuration.throughputMemory
        (reports, sink) = AsyncStream.makeStream(of: Report.self)
    }

    /// Starts playback `number` of `item`.
    func open(_ number: Int, _ item: PlayerItem) {
        let sink = sink
        var engineConfiguration = configuration.engineConfiguration(for: item, loader: loader())
        engineConfiguration.throughputMemory = throughputMemory
        let run = PlaybackRun {
            configuration.makeEngine(item.fetchURL, engineConfiguration, $0)
        } report: {
            sink.yield(Report(playback: number, report: $0))
        }
        remembered = throughputMemory
        runs[number] = run
        last = number
        run.send(.open(playback: number, item: 0))
    }

    /// Hands a command to the engine that it is for.
    func send(_ command: EngineCommand) {
        if case .close(let number) = command {
            runs[number]?.send(command)
        } else if let last {
            runs[last]?.send(command)
        }
    }

    /// Playback `number` has let go of everything.
    func closed(_ number: Int) {
        guard let run = runs.removeValue(forKey: number) else { return }
        let counted = run.engine.statistics
        closedStatistics.add(counted)
        remembered = counted.throughputMemory ?? remembered
        if number == last { lastStatistics = counted }
        let all = waiters
        waiters = []
        for waiter in all { waiter.resume() }
    }

    /// What the playback that was opened last has counted.
    var statistics: EngineStatistics { last.flatMap { runs[$0]?.engine.statistics } ?? lastStatistics }

    /// What all playbacks have counted.
    var totalStatistics: EngineStatistics {
        var total = closedStatistics
        for run in runs.values { total.add(run.engine.statistics) }
        return total
    }

    /// A thumbnail of the playback that was opened last, at `time` on its own timeline.
    func thumbnail(at time: Double, fitting size: PictureSize) async throws -> Thumbnail {
        guard let engine = last.flatMap({ runs[$0]?.engine }) else {
            throw PlaybackError(.commandRefused, underlying: "Nothing is open.")
        }
        return try await engine.thumbnail(at: time, fitting: size)
    }

    /// What was learnt of the network, by the playback that was opened last or by those before it.
    var throughputMemory: ThroughputMemory? { statistics.throughputMemory ?? remembered }

    var transfers: TransferCounters { metrics.counters }

    /// Closes the connections that are kept for further requests, after the engines that use them have ended.
    func closeConnections() {
        guard let loader = ownLoader else { return }
        ownLoader = nil
        let users = runs.values.map(\.gone)
        closingLoaders.append(
            Task.detached {
                for user in users { await user.value }
                await loader.shutdown()
            })
    }

    /// Waits until all engines that were told to close, and all connections that were given up, are closed.
    func allClosed() async {
        while runs.values.contains(where: \.isClosing) {
            await withCheckedContinuation { waiters.append($0) }
        }
        while !closingLoaders.isEmpty {
            let closing = closingLoaders
            for task in closing { await task.value }
            // Others may have waited for the same, and new ones may have come.
            closingLoaders.removeAll { closing.contains($0) }
        }
    }

    /// The player is gone: everything ends by itself.
    func abandon() {
        sink.finish()
        for (number, run) in runs { run.send(.close(playback: number)) }
        closeConnections()
    }

    private func loader() -> any Loader {
        if let given = configuration.loader { return given }
        let loader = ownLoader ?? URLLoader(metrics: metrics)
        ownLoader = loader
        return RetryingLoader(loader, clock: configuration.clock)
    }
}

extension EngineStatistics {
    /// Adds what another playback counted.
    mutating func add(_ other: EngineStatistics) {
        framesShown += other.framesShown
        framesDropped += other.framesDropped
        audioFrames += other.audioFrames
        played += other.played
        timeByLevel.merge(other.timeByLevel) { $0 + $1 }
    }
}
