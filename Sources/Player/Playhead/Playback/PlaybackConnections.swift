import Foundation
import PlayheadCore
import PlayheadEngine
import PlayheadTransport

/// The loaders of one session, over connections that it keeps until they are closed.
final class PlaybackConnections {
    private let network: PlayerConfiguration.Network
    private let clock: any PlaybackClock
    private let metrics: TransferMetrics
    /// The cookies that servers set during the session.
    private let cookies = CookieStore()
    /// The reports about requests and playback; `nil` without reports.
    let clientData: ClientDataReports?
    private var shared: URLLoader?
    private var closing: [Task<Void, Never>] = []

    /// Makes the loaders of a session; no connection is opened yet. `measurements` receives the steps of transfers.
    init(_ configuration: PlayerConfiguration, _ measurements: MetricCenter) {
        network = configuration.network
        clock = configuration.clock
        clientData = configuration.cmcd.map {
            ClientDataReports($0, clock: configuration.clock, certificateAuthorities: configuration.network.certificateAuthorities)
        }
        let timeline = configuration.timeline
        metrics = TransferMetrics(
            clock: configuration.clock,
            transfers: { record in
                if record.sent != nil { PlaybackEngine.loadLibraries() }
                measurements.handle(record)
                timeline?.add(record)
            }, connections: { timeline?.add($0) })
    }

    /// The counters of all transfers.
    var transfers: TransferCounters { metrics.counters }

    /// Returns a loader with retries.
    /// - Parameters:
    ///   - contentID: The identifier of the content that is loaded, empty for a content without one; `nil` for that of the current item.
    ///   - wrap: Wraps the loader that performs each attempt.
    /// - Returns: The loader.
    func loader(of contentID: String? = nil, _ wrap: (any Loader) -> any Loader) -> any Loader {
        if let given = network.loader { return wrap(reporting(given, isForeign: true, of: contentID)) }
        var http = HTTPLoaderConfiguration()
        http.certificateAuthorities = network.certificateAuthorities
        let loader = shared ?? URLLoader(configuration: http, metrics: metrics, cookies: cookies)
        shared = loader
        return RetryingLoader(wrap(reporting(network.simulation?(loader) ?? loader, isForeign: false, of: contentID)), clock: clock)
    }

    /// Returns a loader that reports its requests, if requests are reported. `isForeign` is true for a loader of the app.
    private func reporting(_ base: any Loader, isForeign: Bool, of contentID: String?) -> any Loader {
        guard let clientData else { return base }
        return ClientDataLoader(
            base: base, reports: clientData, isBaseForeign: isForeign, contentID: clientData.contentID ?? contentID)
    }

    /// Closes the connections, after their `users` have ended.
    func close(after users: [Task<Void, Never>]) {
        let loader = shared
        guard loader != nil || clientData != nil else { return }
        shared = nil
        closing.append(
            Task.detached { [clientData] in
                for user in users { await user.value }
                await clientData?.drain()
                await loader?.shutdown()
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

extension Playback {
    /// Returns a loader for other resources than streams, such as lists, over the permitted networks.
    func loader(for url: URL, _ options: AssetOptions) -> any Loader {
        let rules = RequestRules(root: url, options: options, conditions: configuration.network.conditions) { _ in }
        let meter = meter(nil)
        return connections.loader { MeteredLoader(base: GuardedLoader(base: $0, rules: rules), meter: meter) }
    }

    /// The receivers of the measurements of the requests for `log`; `nil` for requests beside the media.
    func meter(_ log: PlaybackLog?) -> LoadMeter {
        LoadMeter(
            tally: log?.tally, measurements: measurements, playback: log?.sessionID, conditions: configuration.network.conditions)
    }
}
