import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// The loaders of one session, over connections that it keeps until they are closed.
final class PlaybackConnections {
    private let network: PlayerConfiguration.Network
    private let clock: any PlaybackClock
    private let metrics: TransferMetrics
    private var shared: URLLoader?
    private var closing: [Task<Void, Never>] = []

    /// Makes the loaders of a session; no connection is opened yet.
    init(_ configuration: PlayerConfiguration) {
        network = configuration.network
        clock = configuration.clock
        metrics = configuration.timeline.map { timeline in TransferMetrics { timeline.add($0) } } ?? TransferMetrics()
    }

    /// The counters of all transfers.
    var transfers: TransferCounters { metrics.counters }

    /// Returns a loader with retries. `wrap` wraps the loader that performs each attempt.
    func loader(_ wrap: (any Loader) -> any Loader) -> any Loader {
        if let given = network.loader { return wrap(given) }
        var http = HTTPLoaderConfiguration()
        http.certificateAuthorities = network.certificateAuthorities
        let loader = shared ?? URLLoader(configuration: http, metrics: metrics)
        shared = loader
        return RetryingLoader(wrap(loader), clock: clock)
    }

    /// Closes the connections, after their `users` have ended.
    func close(after users: [Task<Void, Never>]) {
        guard let loader = shared else { return }
        shared = nil
        closing.append(
            Task.detached {
                for user in users { await user.value }
                await loader.shutdown()
            })
    }

    /// Waits until all connections that are closing are closed.
    func allClosed(isolation: isolated any Actor = #isolation) async {
        while !closing.isEmpty {
            let tasks = closing
            for task in tasks { await task.value }
            // Other callers may have waited for the same tasks, and new tasks may have been added.
            closing.removeAll { tasks.contains($0) }
        }
    }
}
