import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import PlayheadCore
import Synchronization

/// The HTTP clients of a loader with their connection pools, which are shut down explicitly or when the last reference is released.
///
/// The clients run on one event loop of the process and have no thread of their own. They are created when a request needs them.
final class HTTPClientHandle: Sendable {
    private struct State {
        var clients: [ClientPurpose: HTTPClient] = [:]
        var closing: EventLoopFuture<Void>?
    }

    private let state = Mutex(State())
    private let configuration: HTTPLoaderConfiguration
    private let eventLoop: any EventLoop
    private let metrics: TransferMetrics
    private let spares = SpareConnections()

    /// Creates a handle whose clients use `eventLoop`, and whose connections are reported to `metrics`.
    init(_ configuration: HTTPLoaderConfiguration, on eventLoop: any EventLoop, metrics: TransferMetrics) {
        self.configuration = configuration
        self.metrics = metrics
        self.eventLoop = eventLoop
    }

    /// Starts a request to a URL that ``RequestAddress`` accepts, and opens connections for those that follow it.
    /// - Throws: An error of the client, ``ProxyRules/Refusal`` if there is no way to the server, or `IOError` (`EMFILE`) if there are too few
    ///   file descriptors.
    func execute(_ url: URL, _ headers: HTTPHeaders, delegate: HTTPTransfer) throws -> HTTPClient.Task<Void> {
        guard let reservation = FileDescriptors.reserve() else { throw IOError(errnoCode: EMFILE, reason: "socket") }
        let isSecure = url.scheme?.lowercased() == "https"
        let content = delegate.request.content
        let method = content.map { HTTPMethod(rawValue: $0.method.rawValue) } ?? .GET
        let body = content.map { HTTPClient.Body.bytes($0.bytes) }
        let purpose: ClientPurpose
        let request: HTTPClient.Request
        switch configuration.proxy.route(to: url) {
        case .direct:
            purpose = isSecure ? .secure : .plain
            request = try HTTPClient.Request(url: url.absoluteString, method: method, headers: headers, body: body)
        case .proxy(let proxy) where isSecure:
            purpose = .tunnel(proxy)
            request = try HTTPClient.Request(url: url.absoluteString, method: method, headers: headers, body: body)
        case .proxy(let proxy):
            purpose = .forward
            request = try ForwardedRequest.request(to: url, method: method, headers, body, through: proxy)
        case .invalid(let message):
            throw ProxyRules.Refusal(message: message)
        }
        let client = try client(for: purpose)
        delegate.hold(reservation)
        let task = client.execute(request: request, delegate: delegate)
        spares.started(request, task, in: client, wanted: min(delegate.request.kind.connections, configuration.connectionsPerHost))
        return task
    }

    private func client(for purpose: ClientPurpose) throws -> HTTPClient {
        try state.withLock { state in
            guard state.closing == nil else { throw HTTPClientError.alreadyShutdown }
            if let client = state.clients[purpose] { return client }
            let client = HTTPClient(
                eventLoopGroup: eventLoop,
                configuration: HTTPClient.Configuration(configuration, for: purpose, spares: spares, metrics: metrics))
            state.clients[purpose] = client
            return client
        }
    }

    /// Handles the version of a response.
    func received(_ version: HTTPVersion, for request: HTTPClient.Request) { spares.received(version, for: request) }

    deinit {
        // The clients retain themselves until they are closed.
        beginShutdown()
    }

    /// Closes all connections; active transfers fail.
    @discardableResult
    func beginShutdown() -> EventLoopFuture<Void> {
        state.withLock { state in
            if let closing = state.closing { return closing }
            let future = EventLoopFuture.andAllComplete(state.clients.values.map { $0.shutdown() }, on: eventLoop)
            state.closing = future
            return future
        }
    }

    /// Closes all connections, and waits for a limited time: a connection attempt to a host that does not respond can't be cancelled, and
    /// ends after its timeout of 10 s.
    func shutdown() async {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let promise = loop.makePromise(of: Void.self)
        // Both closures run on the promise's loop, and completing the promise twice has no effect.
        let timer: Scheduled<Void> = loop.scheduleTask(in: .milliseconds(500)) { promise.succeed() }
        beginShutdown().hop(to: loop).whenComplete { _ in
            timer.cancel()
            promise.succeed()
        }
        // The promise never fails.
        try? await promise.futureResult.get()
    }

    /// Whether the clients accept requests.
    var isOpen: Bool { state.withLock { $0.closing == nil } }
}
